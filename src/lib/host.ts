/** Where a host lives as far as its name tells: on this device, on the local network, or anywhere. */
export type HostPlace = 'device' | 'network' | 'public';

/** Takes a URL's `hostname`: IPv6 in brackets, lower case. */
export function hostPlace(hostname: string): HostPlace {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'device';
  const bytes = ipv4(hostname);
  if (bytes) {
    const [a, b] = bytes;
    if (a === 127 || a === 0) return 'device';
    const local =
      a === 10 ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254) ||
      (a === 100 && b >= 64 && b <= 127);
    return local ? 'network' : 'public';
  }
  if (/^\[f[cd]|^\[fe[89ab]/.test(hostname)) return 'network';
  if (hostname.startsWith('[')) return 'public';
  return !hostname.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(hostname) ? 'network' : 'public';
}

function ipv4(hostname: string): [number, number] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(hostname);
  return match && [Number(match[1]), Number(match[2])];
}
