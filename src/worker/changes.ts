import { CHANGES_CHANNEL, type Change, type ChangeNotice } from '../contract/changes';

/** Tells every tab what was committed. */
export class Announcer {
  #channel = new BroadcastChannel(CHANGES_CHANNEL);

  announce(from: string, changes: Change[]): void {
    if (changes.length === 0) return;
    const notice: ChangeNotice = { from, changes };
    this.#channel.postMessage(notice);
  }

  close(): void {
    this.#channel.close();
  }
}
