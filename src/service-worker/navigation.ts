/**
 * Opens the app for every address under its scope, whatever its parameters, also without a network. An address that
 * looks like a file (`demo.html`) is the host's if the host has it.
 */
export async function answerNavigation(
  request: Request,
  page: () => Promise<Response>,
  scope: string,
): Promise<Response> {
  const url = new URL(request.url);
  const start = new URL(scope);
  if (url.pathname === start.pathname) return page();
  if (/\.[^/]+$/.test(url.pathname)) {
    const response = await fetch(request).catch(() => null); // no network: the app opens instead
    if (response && response.status !== 404) return response;
  }
  // The page names its files relative to itself, so it must be opened at the scope's own address.
  start.search = url.search;
  return Response.redirect(start.href);
}
