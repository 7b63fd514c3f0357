import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isFileOfBuild, isPageOfBuild } from './build-files';
import { LazyFiles, type LazyFile } from './lazy-files';
import { answerNavigation } from './navigation';

declare const self: ServiceWorkerGlobalScope;
/** The files that the app starts with, and all others; the build fills both in. */
declare const __SHELL__: (PrecacheEntry & { revision: string | null })[];
declare const __LAZY__: LazyFile[];

const shellFiles = __SHELL__;
const shellUrls = new Set(shellFiles.map(({ url }) => url));
const shell = new PrecacheController({
  plugins: [
    {
      async cacheWillUpdate({ request, response }) {
        if (!isFileOfBuild(request, response)) return null;
        return !request.url.endsWith('.html') || (await isPageOfBuild(response, shellUrls)) ? response : null;
      },
    },
  ],
});
// Many hosts send `Vary`, for `Origin` or `Accept`. A stored file would then not match the browser's request for it; where
// that is the worker's script, the page opens without a network and every call waits for ever.
Object.assign(shell.strategy, { matchOptions: { ignoreVary: true } });
shell.precache(shellFiles);
registerRoute(new PrecacheRoute(shell));

const page = shell.createHandlerBoundToURL('index.html');
registerRoute(
  new NavigationRoute((options) => answerNavigation(options.request, () => page(options), self.registration.scope)),
);

const lazyFiles = new LazyFiles(`holdfast-lazy-${self.registration.scope}`, __LAZY__);
registerRoute(
  ({ url }) => lazyFiles.has(url.href),
  ({ request }) => lazyFiles.respond(request),
);

// The first visit is controlled at once. Later versions wait until the user consents or closes every tab, so that nothing
// changes under the user's hands.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), lazyFiles.dropOthers()]));
});
self.addEventListener('message', (event) => {
  const { type } = event.data as { type: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // Without a network the files stay missing; the next start asks again.
  if (type === 'STORE_LAZY_FILES') event.waitUntil(lazyFiles.storeInBackground().catch(() => {}));
});
