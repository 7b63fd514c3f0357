import { describe, expect, test } from 'vitest';
import { sectionsAt, timeAgo } from '../../src/ui/shared/time';

const now = new Date(2026, 2, 12, 9, 30).getTime(); // a Thursday, half past nine
const on = (day: number, hour = 12) => new Date(2026, 2, day, hour).getTime();

describe('where a conversation stands in the list', () => {
  const section = sectionsAt(now);

  test('what happened since midnight is today', () => {
    expect(section(on(12, 0))).toBe('today');
    expect(section(now + 60_000)).toBe('today');
  });

  test('last night is yesterday even when it is only hours ago', () => {
    expect(section(on(11, 23))).toBe('yesterday');
    expect(section(on(11, 0))).toBe('yesterday');
  });

  test('the six days before today are this week, and what is earlier is older', () => {
    expect(section(on(10, 23))).toBe('week');
    expect(section(on(6, 0))).toBe('week');
    expect(section(on(5, 23))).toBe('older');
  });

  test('the day on which the clocks change is one day', () => {
    const monday = sectionsAt(new Date(2026, 2, 30, 1).getTime());
    expect(monday(new Date(2026, 2, 29, 0).getTime())).toBe('yesterday');
    expect(monday(new Date(2026, 2, 28, 23).getTime())).toBe('week');
  });
});

describe('how long ago it was used', () => {
  const ago = (ms: number) => timeAgo(now - ms, now);

  test('less than a minute, or a clock that was set back, has no number', () => {
    expect(ago(59_000)).toBeNull();
    expect(ago(-3_600_000)).toBeNull();
  });

  test('the largest whole unit is named', () => {
    expect(ago(60_000)).toBe('1m ago');
    expect(ago(59 * 60_000)).toBe('59m ago');
    expect(ago(26 * 3_600_000)).toBe('1d ago');
    expect(ago(8 * 24 * 3_600_000)).toBe('1w ago');
    expect(ago(400 * 24 * 3_600_000)).toBe('1y ago');
  });
});
