import { hostPlace } from '../lib/host';
import { AgentError } from './agent';

/**
 * The base of the API from what a user types: `localhost:11434`, `http://127.0.0.1:8080`, `.../v1/` or the full
 * `.../v1/chat/completions`. No slash at the end. Throws an `AgentError` with `bad-address`.
 */
export function apiBase(address: string): string {
  const url = parse(address.trim());
  if (url.username || url.password) throw badAddress('Leave the user name and password out of the address.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|models)$/, '');
  return url.origin + (path || '/v1');
}

function parse(address: string): URL {
  if (address === '') throw badAddress('The address is empty. Enter one such as http://127.0.0.1:8080/v1.');
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme && scheme !== 'http' && scheme !== 'https') {
    throw badAddress(`The address must begin with http:// or https://, not ${scheme}://.`);
  }
  const url = scheme ? tryParse(address) : withScheme(address);
  // A URL parser takes any word for a host and writes its spaces and quotes as percent signs.
  if (!url?.hostname || /[%\s]/.test(url.hostname) || /\s/.test(address))
    throw badAddress('The address is not valid. Enter one such as http://127.0.0.1:8080/v1.');
  return url;
}

/** Servers on this device or network speak http as a rule, all others https. */
function withScheme(address: string): URL | null {
  const url = tryParse(`http://${address}`);
  return url && hostPlace(url.hostname) === 'public' ? tryParse(`https://${address}`) : url;
}

function tryParse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function badAddress(message: string): AgentError {
  return new AgentError('bad-address', message);
}
