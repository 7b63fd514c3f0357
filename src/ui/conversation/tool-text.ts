/**
 * What a tool was given, to be read by a person: a command as it would be typed, anything else as JSON. Empty where it
 * is nothing but a path that is shown beside it.
 */
export function inputText(rawInput: unknown, shownPaths: string[] = []): string {
  if (typeof rawInput !== 'object' || rawInput === null || Array.isArray(rawInput)) return valueText(rawInput);
  if (Object.values(rawInput).every((value) => typeof value === 'string' && shownPaths.includes(value))) return '';
  const { command, args, ...rest } = rawInput as Record<string, unknown>;
  const words = [command, args].flat();
  const isCommand = command !== undefined && words.every((word) => typeof word === 'string' || word === undefined);
  if (!isCommand) return valueText(rawInput);
  const line = words.filter((word) => word !== undefined).join(' ');
  return Object.keys(rest).length === 0 ? line : `${line}\n\n${valueText(rest)}`;
}

/** A text as it is, any other value as indented JSON; nothing is empty. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Terminal output without its colour and cursor codes; a line redrawn with carriage returns shows its last state. */
export function terminalText(output: string): string {
  const codes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
  return output
    .replace(codes, '')
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n');
}
