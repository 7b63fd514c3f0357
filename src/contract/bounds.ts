import { RAW_VALUE_LIMIT, TEXT_LIMIT, TOOL_CONTENT_LIMIT } from './limits';
import type { ToolContent } from './sessions';

const CUT_MARK = '\n…';
const QUOTES = 2;
/** A control character or a lone surrogate takes six units of JSON: a text so short that even that fits needs no counting. */
const WORST_JSON_UNITS = 6;
/** More than the names and punctuation of one entry take. */
const ENTRY_JSON_UNITS = 120;

/** Cuts a tool text at `TEXT_LIMIT` units and marks the cut. Cutting the result again changes nothing. */
export function boundText(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  const alreadyCut = text.endsWith(CUT_MARK) && text.length <= TEXT_LIMIT + CUT_MARK.length;
  return alreadyCut ? text : cutAt(text, TEXT_LIMIT) + CUT_MARK;
}

/** A JSON value rebuilt as plain data, or `undefined` where it is too large, cyclic, `null` or no JSON at all. */
export function boundRawValue(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length * WORST_JSON_UNITS + QUOTES <= RAW_VALUE_LIMIT) return value;
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    return undefined; // a cycle, a BigInt, nesting too deep: the field goes, the activity stays
  }
  if (json === undefined || json === 'null' || json.length > RAW_VALUE_LIMIT) return undefined;
  return JSON.parse(json);
}

/**
 * Makes all entries fit `TOOL_CONTENT_LIMIT` together: the longest texts shrink to one common length, short ones stay
 * whole. Names and paths are cut only where cutting texts is not enough, entries dropped (from the end) only where
 * their bare structure does not fit.
 */
export function boundToolContent(entries: ToolContent[]): ToolContent[] {
  if (worstJsonLength(entries) <= TOOL_CONTENT_LIMIT || jsonLength(entries) <= TOOL_CONTENT_LIMIT) return entries;
  const withoutTexts = entries.map((entry) => mapTexts(entry, () => ''));
  if (jsonLength(withoutTexts) <= TOOL_CONTENT_LIMIT) return shrink(entries, mapTexts);
  const bare = entries.map((entry) => mapStrings(entry, () => ''));
  let room = bare.length;
  while (jsonLength(bare.slice(0, room)) > TOOL_CONTENT_LIMIT) room -= Math.max(1, Math.floor(room / 64));
  return shrink(entries.slice(0, room), mapStrings);
}

type MapStrings = (entry: ToolContent, change: (text: string) => string) => ToolContent;

/** Cuts the longest strings to one common length, so that all of it just fits. */
function shrink(entries: ToolContent[], map: MapStrings): ToolContent[] {
  const lengths: number[] = [];
  const bare = entries.map((entry) => map(entry, (text) => (lengths.push(jsonLength(text) - QUOTES), '')));
  const cap = commonCap(lengths, TOOL_CONTENT_LIMIT - jsonLength(bare));
  return entries.map((entry) => map(entry, (text) => cutToJson(text, cap)));
}

/** The largest cap under which the lengths, each cut to it, add up to at most `budget`. */
function commonCap(lengths: number[], budget: number): number {
  const rising = [...lengths].sort((a, b) => a - b);
  let left = budget;
  for (const [index, length] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}

/** The longest start of the text whose JSON, without quotes and with the mark, takes at most `cap` units. */
function cutToJson(text: string, cap: number): string {
  const fits = (candidate: string) => jsonLength(candidate) - QUOTES <= cap;
  if (text.length <= cap && fits(text)) return text;
  let low = 0;
  let high = Math.min(text.length, cap);
  while (low < high) {
    const length = (low + high + 1) >> 1;
    if (fits(cutAt(text, length) + CUT_MARK)) low = length;
    else high = length - 1;
  }
  return low === 0 ? '' : cutAt(text, low) + CUT_MARK;
}

/** At most `length` units, never half a surrogate pair. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const next = text.charCodeAt(length);
  const splitsPair = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

function worstJsonLength(entries: ToolContent[]): number {
  let units = QUOTES;
  for (const entry of entries) {
    units += ENTRY_JSON_UNITS;
    mapStrings(entry, (text) => {
      units += text.length * WORST_JSON_UNITS;
      return text;
    });
  }
  return units;
}

const jsonLength = (value: unknown): number => JSON.stringify(value).length;

function mapTexts(entry: ToolContent, change: (text: string) => string): ToolContent {
  if (entry.type === 'diff') {
    const oldText = entry.oldText === null ? null : change(entry.oldText);
    return { ...entry, oldText, newText: change(entry.newText) };
  }
  const { content } = entry;
  if (content.type === 'text') return { type: 'content', content: { ...content, text: change(content.text) } };
  if (content.type !== 'resource' || content.resource.text === undefined) return entry;
  const resource = { ...content.resource, text: change(content.resource.text) };
  return { type: 'content', content: { type: 'resource', resource } };
}

function mapStrings(entry: ToolContent, change: (text: string) => string): ToolContent {
  const changed = mapTexts(entry, change);
  if (changed.type === 'diff') return { ...changed, path: change(changed.path) };
  const { content } = changed;
  if (content.type === 'resource' && content.resource.uri !== undefined) {
    const resource = { ...content.resource, uri: change(content.resource.uri) };
    return { type: 'content', content: { type: 'resource', resource } };
  }
  if (content.type !== 'resource_link') return changed;
  const { uri, name, title } = content;
  const link = {
    type: content.type,
    uri: change(uri),
    ...(name !== undefined && { name: change(name) }),
    ...(title !== undefined && { title: change(title) }),
  };
  return { type: 'content', content: link };
}
