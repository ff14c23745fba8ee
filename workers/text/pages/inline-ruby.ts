/** Writes the readings of ruby text in HTML behind their words: `<ruby>漢字<rt>かんじ</rt></ruby>` is `漢字(かんじ)`. */

/** Only short elements, so that a page with many unclosed ones takes linear time. */
const rubyElement = /<ruby\b[^<>]*>((?:(?!<\/?ruby\b)[^]){0,2000}?)<\/ruby\s*>/gi;

export function inlineRuby(html: string): string {
  return html.replaceAll(rubyElement, (_, inside: string) => {
    const readings = [...inside.matchAll(/<rt\b[^<>]*>([^]*?)(?=<\/?r[tpb]c?\b|<\/rtc|$)/gi)].map(
      ([, reading = '']) => reading.trim(),
    );
    const base = inside
      .replaceAll(/<rp\b[^<>]*>[^<]*(?:<\/rp\s*>)?/gi, '')
      .replaceAll(/<rt\b[^<>]*>[^]*?(?:<\/rt\s*>|(?=<rb\b|<rt\b|<\/rtc\b|$))/gi, '')
      .replaceAll(/<\/?r(?:b|tc|bc)\b[^<>]*>/gi, '')
      .trim();
    const reading = readings.filter(Boolean).join('');
    return reading === '' ? base : `${base}(${reading})`;
  });
}
