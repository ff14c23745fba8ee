/** Every language fills every key, with the same places, and keeps the promises about tone. */
import { describe, expect, it } from 'vitest';
import { fillText, languageCodes, languages, pickLanguage } from '#shared/text/index.ts';

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

const load = async (code: (typeof languageCodes)[number]): Promise<Record<string, string>> => ({
  ...(await languages[code].core()).core,
  ...(await languages[code].chat()).chat,
  ...(await languages[code].screens()).screens,
});
/** Three words are more than a name. */
const isSentence = (text: string) => (text.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0) > 2;

const english = await load('en');

describe.each(languageCodes)('the catalogue %s', (code) => {
  it('has exactly the keys of English', async () => {
    expect(Object.keys(await load(code)).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it('has the places of English in every text', async () => {
    const catalogue = Object.entries(await load(code));
    const places = new Map(Object.entries(english));
    const different = catalogue.filter(
      ([key, text]) => placesOf(text).join() !== placesOf(places.get(key) ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('says everything in its own words', async () => {
    const catalogue = Object.entries(await load(code));
    const copied = catalogue.filter(([key, text]) => text === english[key] && isSentence(text));
    expect(code === 'en' ? [] : copied).toEqual([]);
  });

  it('leaves no text empty and shouts nowhere', async () => {
    const texts = Object.values(await load(code));
    expect(texts.filter((text) => text.trim() === '' || /[!！]/.test(text))).toEqual([]);
  });
});

describe('pickLanguage', () => {
  it('prefers the choice of the user', () => expect(pickLanguage('zh', ['en-US'])).toBe('zh'));
  it('takes the first language we speak', () =>
    expect(pickLanguage(null, ['sv-SE', 'zh-CN', 'en'])).toBe('zh'));
  it('falls back to English', () => expect(pickLanguage('xx', ['sv'])).toBe('en'));
});

describe('fillText', () => {
  it('fills places and leaves unknown ones', () => {
    expect(fillText('{a} of {b}', { a: 1 })).toBe('1 of {b}');
  });
});
