import { createSubscriber } from 'svelte/reactivity';

const MINUTE_MS = 60_000;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, MINUTE_MS);
  return () => clearInterval(timer);
});

export const clock = {
  /** Epoch milliseconds. What reads it is drawn again every minute. */
  get now(): number {
    subscribe();
    return Date.now();
  },
};
