/** The longest tool text kept, in UTF-16 units: terminal output, a content block's text, either side of a diff. */
export const TEXT_LIMIT = 16_000;

/** What all `toolContent` of one activity may take, in UTF-16 units of JSON. */
export const TOOL_CONTENT_LIMIT = 32_000;

/** What `rawInput` or `rawOutput` may take, in UTF-16 units of JSON. */
export const RAW_VALUE_LIMIT = 8_000;

/** How deep `meta` and `embeds` may nest. */
export const JSON_DEPTH_LIMIT = 256;

/** The most sessions handed from the worker to the page at once: keeps the page's gaps near 30 ms. */
export const LOAD_BATCH_SESSIONS = 20;
