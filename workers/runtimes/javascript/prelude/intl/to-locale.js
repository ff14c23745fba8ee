/* The methods `toLocale…` and `localeCompare`, which know one language in QuickJS. */
({ askIntl, intlKeyOf, hide }) => {
  const locally = (target, methods) => {
    for (const [name, work] of Object.entries(methods)) hide(target, name, work);
  };
  const dates = (name) => ({
    [name](locales, options) {
      return askIntl('intlLocale', name, Date.prototype.getTime.call(this), intlKeyOf('', locales, options));
    },
  });
  locally(Date.prototype, {
    ...dates('toLocaleString'),
    ...dates('toLocaleDateString'),
    ...dates('toLocaleTimeString'),
  });
  const cases = (name) => ({
    [name](locales) {
      return askIntl('intlLocale', name, String(this), intlKeyOf('', locales));
    },
  });
  locally(String.prototype, {
    ...cases('toLocaleUpperCase'),
    ...cases('toLocaleLowerCase'),
    localeCompare(other, locales, options) {
      return askIntl(
        'intlUse',
        intlKeyOf('Collator', locales, options),
        'compare',
        String(this),
        String(other),
      );
    },
  });
  const formatNumber = (value, locales, options) =>
    askIntl('intlUse', intlKeyOf('NumberFormat', locales, options), 'format', value);
  locally(Number.prototype, {
    toLocaleString(locales, options) {
      return formatNumber(Number.prototype.valueOf.call(this), locales, options);
    },
  });
  locally(BigInt.prototype, {
    toLocaleString(locales, options) {
      return formatNumber(`${BigInt.prototype.valueOf.call(this)}n`, locales, options);
    },
  });
  const join = {
    toLocaleString(locales, options) {
      return Array.from(this, (each) => each?.toLocaleString(locales, options) ?? '').join();
    },
  };
  locally(Array.prototype, join);
  locally(Object.getPrototypeOf(Uint8Array).prototype, join);
};
