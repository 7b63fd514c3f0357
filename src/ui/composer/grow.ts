import type { Attachment } from 'svelte/attachments';

/** Lets a textarea grow with its text where CSS `field-sizing` is not known; the most is its `max-height`. */
export function growsByScript(text: () => string): Attachment<HTMLTextAreaElement> {
  return (field) => {
    if (CSS.supports('field-sizing', 'content')) return;
    text();
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  };
}
