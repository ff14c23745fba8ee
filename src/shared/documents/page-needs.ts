/** What an HTML page needs that only a browser gives: the viewer of the app runs no scripts and has no styles. */

/** Characters; scripts are near the start of a page or its end. */
export const searchedCharacters = 2_000_000;

export function pageNeeds(html: string): 'scripts' | 'styles' | undefined {
  const text = html.slice(0, searchedCharacters);
  if (/<script\b|<[^<>]+\son[a-z]+\s*=/i.test(text)) return 'scripts';
  const hasStyles = /<style\b|<link\b[^<>]*\brel\s*=\s*["']?stylesheet|<[^<>]+\sstyle\s*=/i.test(text);
  return hasStyles ? 'styles' : undefined;
}
