import { LANGUAGE } from './words';

const SECOND_MS = 1000;
const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 3600 * SECOND_MS],
  ['month', 30 * 24 * 3600 * SECOND_MS],
  ['week', 7 * 24 * 3600 * SECOND_MS],
  ['day', 24 * 3600 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
];
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { style: 'narrow', numeric: 'always' });
const full = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

export type Section = 'today' | 'yesterday' | 'week' | 'older';

/** `5m ago`, or `null` for less than a minute (also for a time in the future). Both in epoch milliseconds. */
export function timeAgo(time: number, now: number): string | null {
  const age = now - time;
  const unit = UNITS.find(([, ms]) => age >= ms);
  return unit ? relative.format(-Math.floor(age / unit[1]), unit[0]) : null;
}

/** Date and time of day, in the device's time zone. */
export const fullTime = (time: number): string => full.format(dateOf(time));

/** The same for machines. */
export const isoTime = (time: number): string => dateOf(time).toISOString();

/** Which stretch of calendar days a time falls into, seen from `now`: `week` is the six days before today. */
export function sectionsAt(now: number): (time: number) => Section {
  const [today, yesterday, week] = [startOfDay(now, 0), startOfDay(now, 1), startOfDay(now, 6)];
  return (time) => (time >= today ? 'today' : time >= yesterday ? 'yesterday' : time >= week ? 'week' : 'older');
}

/** Any number may stand in a record that another app wrote; dates end at this one, and formatting beyond throws. */
const LAST_DATE_MS = 8.64e15;

function dateOf(time: number): Date {
  return new Date(Math.min(Math.max(time, -LAST_DATE_MS), LAST_DATE_MS));
}

function startOfDay(now: number, daysBefore: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}
