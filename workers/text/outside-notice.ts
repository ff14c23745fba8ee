/** What a model reads before text that somebody else wrote: a tool server, a web page, results of a search. */
import { outsideNotice } from '#shared/tools/external-tool.ts';

/** `source`: such as 'example.com'. */
export function noticeFrom(source: string): string {
  return `[From ${source}. ${outsideNotice}]`;
}
