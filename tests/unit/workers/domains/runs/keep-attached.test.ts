import { describe, expect, it } from 'vitest';
import { keepAttached } from '#workers/domains/runs/keep-attached.ts';

function createFiles(known: Record<string, string> = {}) {
  const stored = new Map(Object.entries(known));
  return {
    stored,
    readMany: async (paths: readonly string[]) =>
      paths.map((path) => {
        const text = stored.get(path);
        return text === undefined ? null : new File([text], path);
      }),
    write: async (path: string, content: string | Blob) => {
      stored.set(path, await new Blob([content]).text());
      return 1;
    },
  };
}

describe('an attached document', () => {
  it('is put among the files under its name', async () => {
    const files = createFiles();
    expect(await keepAttached(files, 'Übersicht 2.pdf', new Blob(['a']))).toBe('attachments/Übersicht 2.pdf');
    expect(files.stored.get('attachments/Übersicht 2.pdf')).toBe('a');
  });

  it('is stored once, and never over another', async () => {
    const files = createFiles({ 'attachments/a.pdf': 'one' });
    expect(await keepAttached(files, 'a.pdf', new Blob(['one']))).toBe('attachments/a.pdf');
    expect(await keepAttached(files, 'a.pdf', new Blob(['two']))).toBe('attachments/a (2).pdf');
    expect(files.stored.get('attachments/a.pdf')).toBe('one');
  });

  it.each([
    ['../../etc/passwd', 'attachments/_.._etc_passwd'],
    ['a\u202efdp.exe', 'attachments/a_fdp.exe'],
    ['...', 'attachments/document'],
    [`${'x'.repeat(300)}.docx`, `attachments/${'x'.repeat(75)}.docx`],
  ])('named %j is stored as %s', async (name, path) => {
    expect(await keepAttached(createFiles(), name, new Blob(['a']))).toBe(path);
  });
});
