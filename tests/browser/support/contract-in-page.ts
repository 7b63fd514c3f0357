import type {} from '../../../src/client/install';
import type { Tab } from '../../contract/case';
import { suites } from '../../contract/suites';

declare global {
  interface Window {
    runCase(suite: string, name: string): Promise<string>;
  }
}

/** Runs one case in this page; each of its tabs is a frame that loads the built client. */
window.runCase = async (suite, name) => {
  const found = suites.find((one) => one.name === suite)?.cases.find((one) => one.name === name);
  if (!found) return `there is no case "${name}"`;
  try {
    await found.run({ open: openFrame });
    return 'kept';
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
};

async function openFrame(): Promise<Tab> {
  const frame = document.createElement('iframe');
  frame.src = location.href;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const { api, client } = frame.contentWindow!;
  const close = async () => {
    const before = await heldLocks();
    frame.remove();
    // The browser gives a dead page's locks up in its own time.
    for (let n = 0; n < 20 && before > 0 && (await heldLocks()) === before; n++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  return { ...api, chat: client.chat, close };
}

async function heldLocks(): Promise<number> {
  return (await navigator.locks.query()).held?.filter((lock) => lock.name?.startsWith('run:')).length ?? 0;
}
