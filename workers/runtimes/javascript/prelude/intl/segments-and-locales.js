/* What `Intl` has besides its formatters: segments of a text, and `Intl.Locale`. */
({ askIntl, intlKeyOf, intlKeys, intlStateOf, hide }) => {
  const { parse } = JSON;
  const segmentKey = intlStateOf('Segmenter', 'segment');
  hide(Intl.Segmenter.prototype, 'segment', function (text) {
    const input = String(text);
    const key = segmentKey(this);
    const isWords = this.resolvedOptions().granularity === 'word';
    let lengths;
    const walk = function* () {
      lengths ??= parse(askIntl('intlUse', key, 'segment', input));
      let index = 0;
      for (const length of lengths) {
        const segment = input.slice(index, index + Math.abs(length));
        yield { segment, index, input, ...(isWords && { isWordLike: length > 0 }) };
        index += Math.abs(length);
      }
    };
    return {
      containing(at = 0) {
        const index = Math.trunc(Number(at)) || 0;
        if (index < 0 || index >= input.length) return undefined;
        for (const each of walk()) if (index < each.index + each.segment.length) return each;
      },
      [Symbol.iterator]: walk,
    };
  });

  const localeKey = intlStateOf('Locale', 'toString');
  class Locale {
    constructor(tag, options) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null))
        throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
      const key = intlKeyOf('Locale', String(tag), options);
      askIntl('intlMake', key);
      intlKeys.set(this, key);
    }
    toString() {
      return factsOf(this).text;
    }
    maximize() {
      return new Locale(factsOf(this).most);
    }
    minimize() {
      return new Locale(factsOf(this).least);
    }
  }
  const factsOf = (locale) => parse(askIntl('intlUse', localeKey(locale), 'facts'));
  for (const name of 'baseName calendar caseFirst collation hourCycle language numberingSystem numeric region script'.split(
    ' ',
  ))
    Object.defineProperty(Locale.prototype, name, {
      configurable: true,
      get() {
        return factsOf(this)[name];
      },
    });
  Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });
  hide(Intl, 'Locale', Locale);
};
