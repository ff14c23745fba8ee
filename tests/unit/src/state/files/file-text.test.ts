/** Text that is loaded into the editor and saved again: parts that were not edited must not change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedBytes, fromField, openText, toField } from '#src/state/files/file-text.ts';

describe('opening a text', () => {
  it('keeps a byte order mark', async () => {
    expect((await openText(new Blob(['\ufeffhi'])))?.text).toBe('\ufeffhi');
  });
  it('detects bytes that are not text', async () => {
    expect(await openText(new Blob([new Uint8Array([65, 0, 66])]))).toBeNull();
  });
  it('detects bytes that are not UTF-8, which saving would lose', async () => {
    expect(await openText(new Blob([new Uint8Array([65, 0xff])]))).toMatchObject({ isDamaged: true });
    expect(await openText(new Blob(['ü']))).toMatchObject({ isDamaged: false, isCut: false });
  });
  it('cuts a large one between two characters', async () => {
    const opened = await openText(new Blob(['xy', `${'ü'.repeat(99)}\n`.repeat(editedBytes / 100)]));
    expect(opened?.isCut).toBe(true);
    expect(opened?.text.endsWith('ü')).toBe(true);
    expect(opened?.text).not.toContain('\ufffd');
  });
});

describe('line ends', () => {
  it('of one kind are unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.map((line) => line.replace(/[\r\n]/g, '')).join(end);
        expect(fromField(toField(text), text)).toBe(text);
      }),
    );
  });
  it('that were mixed become LF', () => {
    expect(fromField(toField('a\r\nb\nc'), 'a\r\nb\nc')).toBe('a\nb\nc');
  });
  it('of an edited text are those of the file', () => {
    expect(fromField('a\nnew\n', 'a\r\n')).toBe('a\r\nnew\r\n');
  });
});
