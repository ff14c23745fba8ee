/** Cutting the text of attached files to a share of the context window. */
import { describe, expect, it } from 'vitest';
import type { BlobId } from '#shared/ids.ts';
import type { Part } from '#shared/conversation/message.ts';
import { estimateMessages } from '#workers/agent/estimate-tokens.ts';
import { fitAttachments } from '#workers/agent/fit-attachments.ts';
import { fitMessages } from '#workers/agent/fit-context.ts';
import { message, text } from '#tests/fixtures/worlds/messages.ts';

const file = (content: string | undefined, path?: string): Part => ({
  type: 'file',
  media_type: 'text/csv',
  blob: 'blob' as BlobId,
  bytes: 8_000_000,
  ...(content === undefined ? {} : { text: content }),
  ...(path === undefined ? {} : { path }),
});
const asked = (...files: Part[]) => message('u', 'user', [...files, text('What is wrong in it?')]);
const texts = (parts: readonly Part[]) => parts.flatMap((part) => (part.type === 'file' ? [part.text] : []));

describe('fitAttachments', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `${at};2025-01-01;M0${at % 60}`).join('\n');

  it.each([4_096, 8_192, 32_768])('leaves room for an answer in a window of %i tokens', (window) => {
    const history = [asked(file(rows, 'attachments/a.csv'), file(rows, 'attachments/b.csv'))];
    expect(fitMessages(history, window * 0.6)).toBeUndefined();
    const fitted = fitAttachments(history, window);
    expect(estimateMessages(fitted)).toBeLessThan(window * 0.3);
    expect(fitMessages(fitted, window * 0.6)?.messages).toEqual(fitted);
  });

  it('keeps the beginning and the end, and says where the rest is', () => {
    const [fitted] = fitAttachments([asked(file(rows, 'attachments/a.csv'))], 8_192);
    const [cut = ''] = texts(fitted?.parts ?? []);
    expect(cut.startsWith('0;2025-01-01;M00\n1;')).toBe(true);
    expect(cut.endsWith('\n4999;2025-01-01;M019')).toBe(true);
    expect(cut).toContain('[… cut to fit; all of it is in attachments/a.csv, for read_file, grep or code …]');
    expect(fitted?.parts.at(-1)).toEqual(text('What is wrong in it?'));
  });

  it('names no place for a file that is not in the workspace', () => {
    const [fitted] = fitAttachments([asked(file(rows))], 8_192);
    expect(texts(fitted?.parts ?? [])[0]).toContain('\n[… cut to fit …]\n');
  });

  it('cuts the long file only, beside a short one', () => {
    const [fitted] = fitAttachments([asked(file(rows, 'a'), file('name,age'), file(undefined))], 8_192);
    expect(texts(fitted?.parts ?? []).slice(1)).toEqual(['name,age', undefined]);
  });

  it('changes no message that leaves room, and gives the same copy each time', () => {
    const history = [asked(file(rows, 'a'))];
    expect(fitAttachments(history, 200_000)[0]).toBe(history[0]);
    expect(fitAttachments(history, 8_192)[0]).toBe(fitAttachments(history, 8_192)[0]);
  });
});
