/**
 * The yardstick: a plain worker on raw IndexedDB, one record per session, one transaction per call, the same
 * durability as the app's, and the result handed over by `postMessage`.
 */
export type RawCall =
  | { op: 'saveSession'; session: { projectId: string; id: string } }
  | { op: 'loadAll' }
  | { op: 'createMessage'; session: string; message: object }
  | { op: 'fill'; session: string; messages: object[] }
  | { op: 'listSince'; session: string; since: number }
  | { op: 'deleteProject'; projectId: string };

const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('raw-baseline', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('sessions');
    request.result.createObjectStore('messages');
    request.result.createObjectStore('counters');
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error!);
});
let nextId = 1;

async function run(call: RawCall): Promise<unknown> {
  const db = await opened;
  const store = (name: string, mode: IDBTransactionMode) =>
    db.transaction(name, mode, { durability: 'strict' }).objectStore(name);
  switch (call.op) {
    case 'saveSession': {
      const sessions = store('sessions', 'readwrite');
      sessions.put(call.session, [call.session.projectId, call.session.id]);
      return committed(sessions.transaction);
    }
    case 'loadAll':
      return answered(store('sessions', 'readonly').getAll());
    case 'createMessage': {
      // The counter goes to disk with the row: ids must not come back after a restart.
      const writing = db.transaction(['messages', 'counters'], 'readwrite', { durability: 'strict' });
      const id = nextId++;
      writing.objectStore('messages').put({ ...call.message, session: call.session, id }, [call.session, id]);
      writing.objectStore('counters').put(nextId, 'next');
      await committed(writing);
      return id;
    }
    case 'fill': {
      const messages = store('messages', 'readwrite');
      for (const message of call.messages) {
        const id = nextId++;
        messages.put({ ...message, session: call.session, id }, [call.session, id]);
      }
      await committed(messages.transaction);
      return nextId - 1;
    }
    case 'listSince': {
      const range = IDBKeyRange.bound([call.session, call.since], [call.session, Infinity], true);
      return answered(store('messages', 'readonly').getAll(range));
    }
    case 'deleteProject': {
      const sessions = store('sessions', 'readwrite');
      sessions.delete(IDBKeyRange.bound([call.projectId], [call.projectId, []]));
      return committed(sessions.transaction);
    }
  }
}

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error!);
  });

onmessage = async ({ data: { id, call } }: MessageEvent<{ id: number; call: RawCall }>) => {
  postMessage({ id, value: await run(call) });
};
