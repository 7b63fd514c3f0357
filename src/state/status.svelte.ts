import type { StorageStatus } from '../contract/holdfast';
import { words } from './words';

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
    const read = (): void => {
      const { saving, error } = storage.current();
      this.saving = saving;
      this.error = error;
    };
    read();
    storage.watch(read);
    if (typeof window === 'undefined') return;
    this.online = navigator.onLine;
    window.addEventListener('online', () => (this.online = true));
    window.addEventListener('offline', () => (this.online = false));
  }
}
