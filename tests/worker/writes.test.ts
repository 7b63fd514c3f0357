import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { Database } from '../../src/worker/database';
import { message, session } from '../contract/case';
import { freshName, openHoldfast } from '../support/holdfast';

describe('what a save writes', () => {
  test('one changed message of a long session rewrites one page of it', async () => {
    const name = freshName();
    const holdfast = await openHoldfast({ name });
    const messages = Array.from({ length: 400 }, (_, n) => message(`m${n}`, { content: 'k'.repeat(1500) }));
    await holdfast.sessions.saveSession(session('x', { messages }));
    const db = await new Database({ name, indexedDB, IDBKeyRange }).ready();
    const before = new Map((await db.pages.toArray()).map((row) => [row.n, JSON.stringify(row)]));
    messages[123] = { ...messages[123]!, content: 'changed' };
    await holdfast.sessions.saveSession(session('x', { messages }));
    const after = await db.pages.toArray();
    expect(after.filter((row) => before.get(row.n) !== JSON.stringify(row))).toHaveLength(1);
    expect(after).toHaveLength(before.size);
    holdfast.close();
    db.close();
  });

  test('a streaming answer adds its new text only, and the end folds it into its page', async () => {
    const name = freshName();
    const holdfast = await openHoldfast({ name });
    const db = await new Database({ name, indexedDB, IDBKeyRange }).ready();
    const answer = message('r', { role: 'agent', status: 'streaming', content: 'start' });
    const running = session('x', { status: 'running', messages: [message('q'), answer] });
    await holdfast.sessions.saveSession(running);
    const pages = JSON.stringify(await db.pages.toArray());
    for (const text of [' one', ' two', ' 🌊']) {
      answer.content += text;
      await holdfast.sessions.saveSession(running);
    }
    expect(JSON.stringify(await db.pages.toArray()), 'the pages while it streams').toBe(pages);
    expect((await db.live.toArray()).map((row) => row.text)).toEqual([' one', ' two', ' 🌊']);
    const other = await openHoldfast({ name });
    const seen = await other.library.session({ projectId: 'p1', sessionId: 'x' });
    expect(seen!.messages[1]!.content, 'what another tab reads meanwhile').toBe('start one two 🌊');
    await holdfast.sessions.saveSession({
      ...running,
      status: 'idle',
      messages: [message('q'), { ...answer, status: 'complete' }],
    });
    expect(await db.live.count()).toBe(0);
    expect((await other.library.session({ projectId: 'p1', sessionId: 'x' }))!.messages[1]).toEqual({
      ...answer,
      status: 'complete',
    });
    other.close();
    holdfast.close();
    db.close();
  });

  test('a write that cannot be stored rejects its own caller and no other of the same transaction', async () => {
    const holdfast = await openHoldfast();
    const calls = [
      holdfast.chat.createMessage('a', { actor: 'user', kind: 'text', content: 'before' }),
      holdfast.projects.create({ id: 'home', name: 'taken' }),
      holdfast.chat.createMessage('a', { actor: 'user', kind: 'text', content: 'after' }),
    ];
    const results = await Promise.allSettled(calls);
    expect(results.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await holdfast.chat.listMessages('a')).messages.map((one) => one.content)).toEqual(['before', 'after']);
    expect(holdfast.status.current().saving).toBe(false);
    holdfast.close();
  });
});
