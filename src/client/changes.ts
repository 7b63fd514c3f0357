import { CHANGES_CHANNEL, type Change, type ChangeNotice } from '../contract/changes';

/** Calls back for each change that another client committed; the returned function ends it. */
export function watchChanges(client: string, listener: (change: Change) => void): () => void {
  const channel = new BroadcastChannel(CHANGES_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ChangeNotice>) => {
    if (data.from !== client) data.changes.forEach(listener);
  };
  return () => channel.close();
}
