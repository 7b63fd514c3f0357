export type Shortcut = 'new-conversation' | 'sidebar' | 'settings' | 'shortcuts';

const onMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.platform ?? '');

/** The words on the key that goes with the shortcuts' letters. */
export const COMMAND_KEY = onMac ? '⌘' : 'Ctrl';

/** What a key press asks the whole app for, or `null`. A letter typed into a field asks for nothing. */
export function shortcutFor(event: KeyboardEvent, mac = onMac): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  const command = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  const key = event.key.toLowerCase();
  if (command && event.shiftKey) return key === 'o' ? 'new-conversation' : null;
  if (command) return key === 'b' ? 'sidebar' : key === ',' ? 'settings' : null;
  return key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target) ? 'shortcuts' : null;
}

/** Whether something lies over the app (a dialog, a menu) that a key press is meant for. */
export const isCovered = (): boolean => document.querySelector('dialog[open]:not(.drawer), :popover-open') !== null;

const isTyping = (target: EventTarget | null): boolean =>
  target !== null &&
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));
