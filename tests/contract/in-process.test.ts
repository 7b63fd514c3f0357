import { describe, test } from 'vitest';
import { openHoldfast, freshName } from '../support/holdfast';
import type { Tab } from './case';
import { suites } from './suites';

describe.each(suites)('$name, in this process', ({ cases }) => {
  test.each(cases)('$name', async ({ run }) => {
    const name = freshName();
    const tabs: Tab[] = [];
    await run({
      async open() {
        const holdfast = await openHoldfast({ name });
        const tab = { ...holdfast, close: async () => holdfast.close() };
        tabs.push(tab);
        return tab;
      },
    });
    for (const tab of tabs) await tab.close();
  });
});
