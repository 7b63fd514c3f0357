import hljs from 'highlight.js/lib/core';
import { languageOf, loadLanguage } from './highlight-languages';
import { toRuns } from './highlight-runs';
import type { HighlightRequest, HighlightResponse } from './highlight';

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void colour(data).then((response) => postMessage(response));
});

async function colour({ id, code, lang }: HighlightRequest): Promise<HighlightResponse> {
  try {
    const language = languageOf(lang);
    if (language === null) return { id, runs: null };
    if (!hljs.getLanguage(language)) hljs.registerLanguage(language, await loadLanguage(language));
    return { id, runs: toRuns(hljs.highlight(code, { language, ignoreIllegals: true })) };
  } catch {
    return { id, runs: null }; // a language that cannot be fetched, or code its grammar cannot take: shown plain
  }
}
