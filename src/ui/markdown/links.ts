/** The address if a reader may follow it from a model's text, else `null`: `javascript:` and its like stay text. */
export function safeHref(href: string): string | null {
  // Browsers skip control characters inside a scheme, so an address that has any is refused as a whole.
  if (/[\u0000-\u001f\u007f]/.test(href)) return null;
  return /^(?:https?:\/\/|mailto:)/i.test(href.trim()) ? href.trim() : null;
}

/** The address if it carries a bitmap in itself; any other image would be a request to somebody's server. */
export function inlineImage(href: string): string | null {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i.test(href) ? href : null;
}

/** The id in `embed://id`. */
export function embedId(href: string): string | null {
  return href.startsWith('embed://') ? href.slice('embed://'.length) : null;
}
