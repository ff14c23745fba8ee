import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { languageCodes, languages, pickLanguage } from '#shared/text/index.ts';

const code = readFileSync(new URL('../../../src/before-paint.js', import.meta.url), 'utf8');

type Setting = { hash?: string; preferred?: string[]; stored?: Record<string, string> };

/** Runs the script and returns what it sets on the root element. */
function run({ hash = '', preferred = ['en-US'], stored }: Setting) {
  const documentElement = { dir: 'ltr', dataset: {} as Record<string, string> };
  const localStorage = {
    getItem(key: string) {
      if (!stored) throw new DOMException('Storage is blocked.', 'SecurityError');
      return stored[key] ?? null;
    },
  };
  runInNewContext(code, {
    document: { documentElement },
    location: { hash },
    navigator: { languages: preferred },
    localStorage,
  });
  return documentElement;
}

describe('what is set before the first paint', () => {
  it('is the direction of the language that the app will pick', () => {
    const others = [['xx'], ['xx-YY', 'ar-EG'], ['de-DE', 'ar'], ['ar', 'en'], []];
    const preferences = [...languageCodes.map((language) => [`${language}-XX`, 'en']), ...others];
    for (const preferred of preferences)
      for (const language of [null, ...languageCodes, 'xx']) {
        const picked = languages[pickLanguage(language, preferred)];
        const stored: Record<string, string> = language ? { 'oneclaw.language': language } : {};
        expect(run({ preferred, stored }).dir, `${language} ${preferred.join()}`).toBe(
          'isRtl' in picked ? 'rtl' : 'ltr',
        );
      }
  });

  it('is the theme that was chosen, and none of another name', () => {
    expect(run({ stored: { 'oneclaw.theme': 'dark' } }).dataset).toEqual({ theme: 'dark' });
    expect(run({ stored: { 'oneclaw.theme': 'light' } }).dataset).toEqual({ theme: 'light' });
    expect(run({ stored: { 'oneclaw.theme': 'x' } }).dataset).toEqual({});
  });

  it('is nothing if storage is blocked', () => {
    expect(run({}).dataset).toEqual({});
  });

  it.each(['', '#', '#/', '#/chat', '#/chat/session_1', '#/incoming/shared'])('lets %s show a chat', (hash) =>
    expect(run({ hash }).dataset).toEqual({}),
  );

  it.each(['#/settings', '#/settings/provider/new', '#/files/a', '#/tools', '#/chats'])(
    'lets %s show no chat',
    (hash) => expect(run({ hash }).dataset).toEqual({ elsewhere: '' }),
  );
});

it.each(['public/_headers', 'docs/deploy.md'])(
  'is the one inline script that the policy in %s allows',
  (file) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const hash = createHash('sha256').update(code).digest('base64');
    // After changing the script, write this hash into both files.
    expect(new Set(text.match(/'sha256-.*?'/g))).toEqual(new Set([`'sha256-${hash}'`]));
  },
);
