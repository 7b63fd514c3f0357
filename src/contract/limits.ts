/** The longest tool text kept, in UTF-16 units: terminal output, a content block's text, either side of a diff. */
export const TEXT_LIMIT = 16_000;

/** What all `toolContent` of one activity may take, in UTF-16 units of JSON. */
export const TOOL_CONTENT_LIMIT = 32_000;

/** What `rawInput` or `rawOutput` may take, in UTF-16 units of JSON. */
export const RAW_VALUE_LIMIT = 8_000;

/** How deep `meta` and `embeds` may nest. */
export const JSON_DEPTH_LIMIT = 256;

/** How many sessions the worker hands to the page at once: more would make a task of over 50 ms of it. */
export const LOAD_BATCH_SESSIONS = 10;
