import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as limits from '#shared/limits.ts';
import { capMessage, capResult, cutMiddle, pathOf } from '#workers/engine/calls/cap-result.ts';
import { formatResult } from '#workers/runtimes/shell/output/format-result.ts';
import { createKeptOutput } from '#workers/runtimes/kept-output.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';

const overflow = { folder: 's1', file: 'e1.txt' };
const path = '.results/s1/e1.txt';
const lines = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name} ${at}\n`).join('');
/** Storage that rejects every write. */
const fullStorage = {
  getDirectoryHandle: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
} as unknown as FileSystemDirectoryHandle;

describe('the whole of an output that is cut', () => {
  const command = () =>
    formatResult(
      { stdout: lines('out'), stderr: lines('err'), exitCode: 3, notes: [], opened: [] },
      pathOf(overflow),
    );

  it('is kept of a command, and named where it is cut', async () => {
    const { root, tree } = createMemoryFiles();
    const { content, full } = command();
    const capped = await capResult(content, overflow, root, full);
    expect(tree()).toMatchObject({ 's1/e1.txt': `${lines('out')}[stderr]\n${lines('err').trimEnd()}` });
    expect(capped).toContain(`read it with read_file`);
    expect(capped).toContain(path);
    expect(capped).toMatch(/^out 0\n[^]*\[exit code 3\]$/);
    expect(capped.length).toBeLessThan(limits.resultCharacters + 500);
  });

  it('is kept of a script, with its end, also in an error', async () => {
    const { root, tree } = createMemoryFiles();
    const printed = createKeptOutput(15_000, path);
    printed.add(lines('out'));
    const { message, full = '' } = printed.error('timeout', 'It was stopped.');
    expect(await capMessage(message, overflow, root, full)).toContain(`The full text is in '${path}'`);
    expect(tree()).toMatchObject({ 's1/e1.txt': `${lines('out')}It was stopped.` });
    expect(printed.full('=> 1')).toEqual({ full: `${lines('out')}=> 1` });
  });

  it('is nowhere if nothing is cut', () => {
    const short = { stdout: 'out\n', stderr: '', exitCode: 0, notes: [], opened: [] };
    expect(formatResult(short, path)).not.toHaveProperty('full');
    const printed = createKeptOutput(15_000, path);
    printed.add('out');
    expect(printed.full('')).toEqual({});
  });

  it('is said to be lost if it cannot be saved', async () => {
    const { content, full } = command();
    const capped = await capResult(content, overflow, fullStorage, full);
    expect(capped).not.toContain(path);
    expect(capped).toContain('The full text could not be saved');
  });
});

describe('cutMiddle', () => {
  it('keeps head and tail, says what is missing, and never cuts a character in half', () => {
    const emoji = fc.constantFrom('😀', 'a', '漢', '\n');
    fc.assert(
      fc.property(
        fc.array(emoji, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 0, max: 3 }),
        (unit, shift) => {
          const text = 'x'.repeat(shift) + unit.join('').repeat(Math.ceil(30_000 / unit.join('').length));
          const cut = cutMiddle(text, 'Note.');
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThan(limits.resultCharacters + 200);
          expect(cut.startsWith(text.slice(0, 9_990))).toBe(true);
          expect(cut.endsWith(text.slice(-9_990))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('a drawing', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const block = (source: string) => ({
    type: 'image' as const,
    media_type: 'image/svg+xml',
    data: bytes(source),
  });
  const typeOf = async (source: string) => {
    const [first] = (await capResult([block(source)], overflow, fullStorage)) as { type: string }[];
    return first?.type;
  };

  it('is shown', async () => expect(await typeOf('<svg width="9" height="9"/>')).toBe('image'));

  it('is a file if its repeated parts would be too many, or it is no drawing', async () => {
    const level = (at: number) => `<g id="l${at}">${`<use href="#l${at - 1}"/>`.repeat(10)}</g>`;
    const bomb = `<svg><g id="l0"><path/></g>${Array.from({ length: 8 }, (_, at) => level(at + 1)).join('')}</svg>`;
    expect(await typeOf(bomb)).toBe('file');
    expect(await typeOf('<html></html>')).toBe('file');
  });
});
