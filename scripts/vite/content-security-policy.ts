import type { Plugin } from 'vite';

/**
 * Writes the policy into the built index.html, so that every host enforces it; development needs the inline styles and
 * the socket of hot reloading.
 */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'holdfast:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        // After the charset, which browsers look for in the first 1024 bytes, and before everything that loads.
        const charset = '<meta charset="utf-8" />';
        if (!html.includes(charset)) throw new Error(`index.html lacks ${charset}`);
        const content = directives.join('; ');
        return html.replace(
          charset,
          `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
        );
      },
    },
  };
}

const directives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  // The user sets up model servers anywhere: on this machine, in the local network, on the internet.
  "connect-src 'self' http: https: ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // Svelte's own policy for its compiled templates, and ours for the addresses of workers (src/lib/trusted-url.ts).
  'trusted-types svelte-trusted-html app-url',
];
