import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { Database } from '../../src/worker/database';
import { message, session } from '../contract/case';
import { freshName, openHoldfast } from '../support/holdfast';

/** The database behind a name, to damage rows in as a broken disk or another program would. */
async function openDatabase(name: string): Promise<Database> {
  return new Database({ name, indexedDB, IDBKeyRange }).ready();
}

async function threeSessions(name: string): Promise<void> {
  const holdfast = await openHoldfast({ name });
  for (const id of ['a', 'b', 'c']) {
    await holdfast.sessions.saveSession(session(id, { messages: [message(`${id}1`), message(`${id}2`)] }));
  }
  holdfast.close();
}

const key = (sessionId: string): [string, string] => ['p1', sessionId];

describe('a damaged row', () => {
  const damages: [string, (db: Database) => Promise<unknown>, RegExp][] = [
    ['is garbage', (db) => db.heads.put({ projectId: 'p1', sessionId: 'b', garbage: 7 } as never), /version/],
    ['has lost its record', (db) => db.heads.update(key('b'), { session: undefined }), /record/],
    ['names another id than its key', (db) => db.heads.update(key('b'), { 'session.id': 'c' }), /id/],
    [
      'has messages that are no list',
      (db) => db.heads.update(key('b'), { lists: { messages: 'none' } as never }),
      /messages/,
    ],
    ['has a version that is none', (db) => db.heads.update(key('b'), { version: 1.5 }), /version/],
    ['has lost a page', (db) => db.pages.delete(['p1', 'b', 0]), /a page of it/],
    ['has a page that was cut', (db) => db.pages.update(['p1', 'b', 0], { items: [] }), /a page of it/],
  ];

  test.each(damages)('that %s is kept in quarantine and named, and the others load', async (_, damage, reason) => {
    const name = freshName();
    await threeSessions(name);
    const db = await openDatabase(name);
    await damage(db);
    const holdfast = await openHoldfast({ name });
    const load = async () => (await holdfast.sessions.loadAll()).sessions.map((one) => one.id).sort();
    expect(await load()).toEqual(['a', 'c']);
    const first = await holdfast.library.diagnostics();
    expect(first).toMatchObject([
      { path: 'sessions/p1/b.json', state: 'quarantined', reason: expect.stringMatching(reason) },
    ]);
    expect(await load()).toEqual(['a', 'c']);
    expect(await holdfast.library.diagnostics(), 'loading again says nothing new').toEqual(first);
    const [row] = await db.quarantine.toArray();
    expect(row!.raw).toMatchObject({ head: { projectId: 'p1', sessionId: 'b' } });
    await holdfast.sessions.saveSession(session('b', { messages: [message('new')] }));
    expect(await load(), 'the id can be used again').toEqual(['a', 'b', 'c']);
    holdfast.close();
    db.close();
  });

  test('that somebody saves over without having seen it is kept in quarantine first', async () => {
    const name = freshName();
    await threeSessions(name);
    const db = await openDatabase(name);
    await db.pages.update(['p1', 'b', 0], { items: [message('what is left')] });
    const holdfast = await openHoldfast({ name });
    await holdfast.sessions.saveSession(session('b', { messages: [message('new')] }));
    const [row] = await db.quarantine.toArray();
    expect(row).toMatchObject({ path: 'sessions/p1/b.json', raw: { pages: [{ items: [{ id: 'what is left' }] }] } });
    const stored = await holdfast.library.session({ projectId: 'p1', sessionId: 'b' });
    expect(stored!.messages).toEqual([message('new')]);
    holdfast.close();
    db.close();
  });

  test('whose owner still has it open is stored again whole by the next save', async () => {
    const name = freshName();
    const holdfast = await openHoldfast({ name });
    const mine = session('x', { messages: [message('m1'), message('m2')] });
    await holdfast.sessions.saveSession(mine);
    const db = await openDatabase(name);
    await db.heads.delete(key('x'));
    await holdfast.sessions.saveSession({ ...mine, title: 'still here' });
    expect((await holdfast.sessions.loadAll()).sessions).toEqual([{ ...mine, title: 'still here' }]);
    holdfast.close();
    db.close();
  });

  test('of the manifest reads as an empty manifest', async () => {
    const name = freshName();
    const db = await openDatabase(name);
    await db.values.put({ key: 'manifest', value: ['garbage'] });
    const holdfast = await openHoldfast({ name });
    expect((await holdfast.sessions.loadAll()).manifest).toEqual({ version: 1 });
    holdfast.close();
    db.close();
  });
});

describe('a session that a newer version of the app wrote', () => {
  test('is left untouched, is reported, and cannot be overwritten', async () => {
    const name = freshName();
    await threeSessions(name);
    const db = await openDatabase(name);
    await db.heads.update(key('b'), { version: 2 });
    const before = await db.heads.get(key('b'));
    const holdfast = await openHoldfast({ name });
    expect((await holdfast.sessions.loadAll()).sessions.map((one) => one.id)).not.toContain('b');
    expect(await holdfast.library.session({ projectId: 'p1', sessionId: 'b' })).toBeNull();
    expect(await holdfast.library.diagnostics()).toMatchObject([
      { path: 'sessions/p1/b.json', state: 'written by a newer version' },
    ]);
    const saves = [session('b', { title: 'over it' }), session('a', { title: 'beside it' })];
    const results = await Promise.allSettled(saves.map((one) => holdfast.sessions.saveSession(one)));
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'store-too-new' } });
    expect(results[1]!.status).toBe('fulfilled');
    expect(await db.heads.get(key('b'))).toEqual(before);
    holdfast.close();
    db.close();
  });
});

describe('the whole store', () => {
  test('of a newer version is refused, and nothing is written to it', async () => {
    const name = freshName();
    await threeSessions(name);
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 999);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    newer.close();
    const holdfast = await openHoldfast({ name });
    await expect(holdfast.sessions.loadAll()).rejects.toMatchObject({ code: 'store-too-new' });
    await expect(holdfast.sessions.saveSession(session('d'))).rejects.toMatchObject({ code: 'store-too-new' });
    holdfast.close();
  });

  test('that a newer version upgrades under an open tab refuses that tab from then on', async () => {
    const name = freshName();
    const holdfast = await openHoldfast({ name });
    await holdfast.sessions.saveSession(session('x'));
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 999);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    await expect(holdfast.sessions.saveSession(session('y'))).rejects.toMatchObject({ code: 'store-superseded' });
    await expect(holdfast.library.heads()).rejects.toMatchObject({ code: 'store-superseded' });
    newer.close();
    holdfast.close();
  });
});
