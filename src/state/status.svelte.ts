import type { StorageStatus } from '../contract/holdfast';
import { words } from './words';

/** "Saved" is said after so much rest: a reply that streams would change the line twice a second. */
const REST_MS = 700;

/** What the status line says: the most urgent true thing, in words. */
export class Status {
  saving = $state(false);
  error = $state.raw<Error | null>(null);
  online = $state(true);
  text = $derived.by(() => {
    if (this.error) return words.notSaved(this.error.message);
    if (this.saving) return words.saving;
    if (this.#updates?.ready) return words.updateReady;
    return this.online ? words.saved : words.offline;
  });

  readonly #updates: { readonly ready: boolean } | undefined;

  constructor(storage: StorageStatus, updates?: { readonly ready: boolean }) {
    this.#updates = updates;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      const { saving, error } = storage.current();
      this.error = error;
      clearTimeout(rest);
      if (saving) this.saving = true;
      else rest = setTimeout(() => (this.saving = false), REST_MS);
    };
    read();
    storage.watch(read);
    if (typeof window === 'undefined') return;
    this.online = navigator.onLine;
    window.addEventListener('online', () => (this.online = true));
    window.addEventListener('offline', () => (this.online = false));
  }
}
