/**
 * Whether a response may be stored as a file of this build: hosts answer a missing script with a page, and that page,
 * stored as the script, would break every start.
 */
export function isFileOfBuild(request: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false;
  return response.ok && isPage === new URL(request.url).pathname.endsWith('.html');
}

/**
 * Whether a page belongs to this build: while a new version is being uploaded, the host may still have the old page, which
 * names scripts that this build does not store. `urls` are the build's files, relative to the page.
 */
export async function isPageOfBuild(page: Response, urls: ReadonlySet<string>): Promise<boolean> {
  const html = await page.clone().text();
  return [...html.matchAll(/"\.\/(assets\/[^"]+)"/g)].every(([, url]) => url !== undefined && urls.has(url));
}
