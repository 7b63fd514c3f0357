import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What Chromium needs besides Playwright's own arguments: no sandbox as root, and silence towards the internet. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of an installed Chromium or Chrome. Throws an error that says what to install. */
export function findChromium(): string {
  const path = PATHS.find((candidate) => candidate && existsSync(candidate));
  if (!path) {
    throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to where it is.');
  }
  return path;
}

/** Installs Debian's Chromium where none is found and this process may install it. Throws as `findChromium` does. */
export function ensureChromium(): string {
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (mayInstall && !PATHS.some((candidate) => candidate && existsSync(candidate))) {
    execFileSync('apt-get', ['update'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
  }
  return findChromium();
}

const PATHS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
