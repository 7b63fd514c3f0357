import type { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '../lib/trusted-url';

const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Keeps the app able to start offline, and brings new versions by consent: a new version waits until the user takes it
 * in one tab, then every tab reloads once.
 */
export class Updates {
  /** A new version is stored and waits for `apply`. */
  ready = $state(false);
  /** Why the app cannot start offline or could not be updated, in words. */
  problem = $state<string | null>(null);

  readonly #beforeReload: () => Promise<void>;
  #workbox: Workbox | undefined;
  #waits = false;
  #reloading = false;

  /** `beforeReload` saves what the user has typed; the page reloads once it resolves. */
  constructor(beforeReload: () => Promise<void>) {
    this.#beforeReload = beforeReload;
  }

  /** Registers the service worker of a production build. Never rejects: failures show in `problem`. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD) return;
    if (!('serviceWorker' in navigator)) {
      this.problem = 'This browser does not let Holdfast start without a network at this address.';
      return;
    }
    let controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      this.#waits = false;
      // The first visit gets its service worker now: there is nothing older to leave behind.
      if (controlled || this.ready) void this.#reload();
      controlled = true;
    });
    let workbox: Workbox;
    try {
      // Loaded late: the first screen does not need it.
      const { Workbox } = await import('workbox-window');
      workbox = new Workbox(trustedScriptUrl('sw.js'));
      workbox.addEventListener('waiting', () => {
        this.ready = true;
        this.#waits = true;
      });
      await workbox.register({ immediate: true });
    } catch (error) {
      this.problem = `Holdfast cannot start without a network: ${words(error)}`;
      return;
    }
    this.#workbox = workbox;
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'STORE_LAZY_FILES' }));
    this.#check();
    setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** The user's consent: every tab saves what is typed and reloads onto the new version. */
  apply(): void {
    if (this.#waits) this.#workbox?.messageSkipWaiting();
    else void this.#reload();
  }

  async #reload(): Promise<void> {
    if (this.#reloading) return;
    this.#reloading = true;
    try {
      await this.#beforeReload();
      location.reload();
    } catch (error) {
      this.#reloading = false;
      this.ready = true;
      this.problem = `The update waits, because the draft could not be saved: ${words(error)}`;
    }
  }

  #check(): void {
    if (document.visibilityState !== 'visible') return;
    // Without a network there is nothing to learn; the next hour asks again.
    this.#workbox?.update().catch(() => {});
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
