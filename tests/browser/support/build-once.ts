import { buildIfStale } from '../../../scripts/build.ts';

/** The tests run the built app, as users do. */
export default function setup(): void {
  buildIfStale();
}
