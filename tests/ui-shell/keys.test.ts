import { expect, test } from 'vitest';
import { shortcutFor } from '../../src/ui/shared/keys';

const press = (key: string, held: Partial<KeyboardEvent> = {}, mac = false) =>
  shortcutFor(
    {
      key,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      target: null,
      ...held,
    } as KeyboardEvent,
    mac,
  );

test('the keys in the list of shortcuts do what it says', () => {
  expect(press('O', { ctrlKey: true, shiftKey: true })).toBe('new-conversation');
  expect(press('b', { ctrlKey: true })).toBe('sidebar');
  expect(press(',', { ctrlKey: true })).toBe('settings');
  expect(press('?', { shiftKey: true })).toBe('shortcuts');
});

test('on a Mac the command key takes the place of Ctrl', () => {
  expect(press('b', { metaKey: true }, true)).toBe('sidebar');
  expect(press('b', { ctrlKey: true }, true)).toBeNull();
});

test('caps lock changes nothing', () => {
  expect(press('B', { ctrlKey: true })).toBe('sidebar');
  expect(press('o', { ctrlKey: true, shiftKey: true })).toBe('new-conversation');
});

test('letters without the command key, and other combinations, are left alone', () => {
  expect(press('b')).toBeNull();
  expect(press('o', { ctrlKey: true })).toBeNull();
  expect(press('b', { ctrlKey: true, altKey: true })).toBeNull();
  expect(press('b', { ctrlKey: true, metaKey: true })).toBeNull();
});

test('keys that an input method or something nearer took are left alone', () => {
  expect(press('b', { ctrlKey: true, isComposing: true })).toBeNull();
  expect(press('b', { ctrlKey: true, defaultPrevented: true })).toBeNull();
});
