/* The classes of `Intl`, and how the values of their methods are given to the host. */
({ askIntl }) => {
  const { parse, stringify } = JSON;
  const toNumeric = (value) => (typeof value === 'bigint' ? `${value}n` : Number(value));
  /* A text is a decimal number of any length, as in Node. */
  const toNumber = (value) => {
    const plain = typeof value === 'object' && value !== null ? value.valueOf() : value;
    return typeof plain === 'string' && plain.trim() !== '' && !Number.isNaN(Number(plain))
      ? plain.trim()
      : toNumeric(plain);
  };
  const toTime = (value) => (value === undefined ? undefined : Number(value));
  const toList = (values) => {
    const list = Array.from(values);
    for (const each of list)
      if (typeof each !== 'string')
        throw new TypeError(`Iterable yielded ${String(each)} which is not a string`);
    return stringify(list);
  };
  const toText = String;

  /* `bound`: methods that are getters of functions. */
  const classes = {
    Collator: { bound: { compare: [toText, toText] }, canCall: true },
    DateTimeFormat: {
      bound: { format: [toTime] },
      methods: {
        formatToParts: [toTime],
        formatRange: [toTime, toTime],
        formatRangeToParts: [toTime, toTime],
      },
      canCall: true,
    },
    DisplayNames: { methods: { of: [toText] } },
    ListFormat: { methods: { format: [toList], formatToParts: [toList] } },
    NumberFormat: {
      bound: { format: [toNumber] },
      methods: {
        formatToParts: [toNumber],
        formatRange: [toNumber, toNumber],
        formatRangeToParts: [toNumber, toNumber],
      },
      canCall: true,
    },
    PluralRules: { methods: { select: [Number], selectRange: [Number, Number] } },
    RelativeTimeFormat: { methods: { format: [Number, toText], formatToParts: [Number, toText] } },
    Segmenter: { methods: {} },
  };
  const lists = /Parts$|^resolvedOptions$/;
  const use = (key, method, given, values) => {
    const answer = askIntl('intlUse', key, method, ...given.map((read, at) => read(values[at])));
    return lists.test(method) ? parse(answer) : answer;
  };
  return { intlClasses: classes, useIntl: use };
};
