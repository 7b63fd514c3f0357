/**
 * Marks the address of one of our own scripts as safe for `new Worker` and `serviceWorker.register`, which refuse plain
 * strings where Trusted Types are enforced. Throws a `TypeError` for another origin. The result is a string to
 * TypeScript only: hand it on untouched.
 */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (!factory) return sameOrigin(url);
  // A second policy of the same name is refused, so the first one is kept.
  policy ??= factory.createPolicy('app-url', { createScriptURL: sameOrigin });
  return policy.createScriptURL(url);
}

interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

function sameOrigin(url: string): string {
  const { origin, href } = new URL(url, document.baseURI);
  if (origin !== location.origin) throw new TypeError(`A script from ${origin} is not one of ours`);
  return href;
}
