/* `parseArgs` of `node:util`, without tokens: https://nodejs.org/api/util.html#utilparseargsconfig */
const fail = (code, text) => {
  throw Object.assign(new TypeError(text), { code });
};

const checkValue = (takesText, value, { shown, strict }) => {
  if (takesText && value === undefined)
    fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
  if (strict && !takesText && value !== undefined)
    fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
};

/* Checks an option and its value, and stores it. `next`: takes the following word, if it is a value. */
const put = ({ options, strict, values }, { name, given, shown }, next) => {
  const option = options[name];
  if (!option && strict) fail('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${shown}'`);
  const takesText = option?.type === 'string';
  const value = given ?? (takesText ? next() : undefined);
  checkValue(takesText, value, { shown, strict });
  if (option?.multiple) (values[name] ??= []).push(value ?? true);
  else values[name] = value ?? true;
};

const putLong = (word, given, next) => {
  const [name, ...value] = word.slice(2).split('=');
  put(given, { name, shown: `--${name}`, given: value.length > 0 ? value.join('=') : undefined }, next);
};

const putLetters = (word, given, next) => {
  const { options } = given;
  const letters = [...word.slice(1)];
  while (letters.length > 0) {
    const letter = letters.shift();
    const name = Object.keys(options).find((each) => options[each].short === letter) ?? letter;
    const isJoined = options[name]?.type === 'string' && letters.length > 0;
    put(given, { name, shown: `-${letter}`, given: isJoined ? letters.splice(0).join('') : undefined }, next);
  }
};

const withDefaults = ({ options, values }) => {
  for (const [name, { default: value }] of Object.entries(options))
    if (value !== undefined) values[name] ??= value;
  return values;
};

exports.parseArgs = ({
  args = process.argv.slice(2),
  options = {},
  strict = true,
  allowPositionals = !strict,
} = {}) => {
  const given = { options, strict, values: Object.create(null) };
  const positionals = [];
  const rest = [...args];
  const next = () => (rest[0]?.startsWith('-') ? undefined : rest.shift());
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--') positionals.push(...rest.splice(0));
    else if (word.startsWith('--')) {
      const [name, ...value] = word.slice(2).split('=');
      put(given, { name, shown: `--${name}`, given: value.length > 0 ? value.join('=') : undefined }, next);
    } else if (word.startsWith('-') && word !== '-') putLetters(word, given, next);
    else {
      if (!allowPositionals)
        fail(
          'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${word}'. This command does not take positional arguments`,
        );
      positionals.push(word);
    }
  }
  return { values: withDefaults(given), positionals };
};
