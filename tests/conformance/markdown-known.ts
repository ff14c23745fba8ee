/** Examples that are read in another way, each with the reason. */
const formula = 'between \\[ and \\] is a formula, as models write them';
const entity =
  'the app decodes the frequent named entities only, in text and in addresses, so that the page stays small';
const htmlBlock = 'a line end after a block of HTML, which the app shows as text';
const bare = 'GFM itself makes a link of it, by its extension for addresses in text';
const comment = 'GFM 0.29 has older rules for comments than CommonMark 0.31, and the app shows HTML as text';
const tagFilter = 'the app shows all HTML as text, so that no tag has to be forbidden';

export const knownExamples: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  CommonMark: new Map([
    [12, formula],
    [32, entity],
    [33, entity],
    [148, htmlBlock],
    [505, entity],
    [604, bare],
    [610, bare],
    [613, bare],
    [614, bare],
  ]),
  GFM: new Map([
    [118, htmlBlock],
    [308, formula],
    [328, entity],
    [329, entity],
    [511, entity],
    [610, bare],
    [616, bare],
    [619, bare],
    [620, bare],
    [646, comment],
    [653, tagFilter],
  ]),
};
