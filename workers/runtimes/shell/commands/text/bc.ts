/**
 * `bc`: arbitrary-precision numbers with `scale`, variables and comparisons; no functions except `sqrt`,
 * `length` and `scale`.
 */
import { command, CommandError, linesOf, readText, text } from '../command.ts';
import { parseOptions } from '../options.ts';

/** The value is `digits / 10^scale`. */
type Num = { digits: bigint; scale: number };
type Calculator = { variables: Map<string, Num>; scale: number };

export const bc = command('bc', 1, async (args, context) => {
  const options = parseOptions(args, 'l/mathlib q/quiet isw');
  const calculator: Calculator = { variables: new Map(), scale: options.has('l') ? 20 : 0 };
  const parts: string[] = [];
  for (const name of [...options.operands, '-']) parts.push(await readText(context, name));
  let [output, errors] = ['', ''];
  for (const statement of linesOf(parts.join('\n')).flatMap((line) => line.replace(/#.*/, '').split(';'))) {
    const source = statement.trim();
    if (source === 'quit') break;
    if (source === '') continue;
    try {
      const shown = run(source, calculator);
      if (shown !== undefined) output += `${shown}\n`;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      errors += `(standard_in) ${error.message}\n`;
    }
  }
  return text(output, 0, errors);
});

/** The printed value of a statement; undefined for an assignment. */
function run(source: string, calculator: Calculator): string | undefined {
  const tokens =
    source.match(/\d*\.\d+|\d+\.?|[a-z][a-z0-9_]*|[<>=!+\-*/%^]=|&&|\|\||[-+*/%^()<>=!]/gi) ?? [];
  if (tokens.join('') !== source.replace(/\s+/g, '')) throw new CommandError(`syntax error: ${source}`);
  const parser = createParser(tokens, calculator);
  const isAssignment = /^[a-z]\w*$/i.test(tokens[0] ?? '') && /^[-+*/%^]?=$/.test(tokens[1] ?? '');
  const value = isAssignment ? parser.assign() : parser.expression();
  if (!parser.isOver()) throw new CommandError(`syntax error: ${source}`);
  return isAssignment ? undefined : print(value);
}

const levels = [['||'], ['&&'], ['<', '>', '<=', '>=', '==', '!='], ['+', '-'], ['*', '/', '%']];

function createParser(tokens: string[], calculator: Calculator) {
  let at = 0;
  const take = () => tokens[at++];
  const expect = (token: string) => {
    if (take() !== token) throw new CommandError(`syntax error: expected ${token}`);
  };
  function binary(level: number): Num {
    const operators = levels[level];
    if (!operators) return power();
    let left = binary(level + 1);
    while (operators.includes(tokens[at] ?? ''))
      left = calculate(take() ?? '', left, binary(level + 1), calculator.scale);
    return left;
  }
  function power(): Num {
    if (tokens[at] === '-') {
      at++;
      const { digits, scale } = power();
      return { digits: -digits, scale };
    }
    const base = atom();
    if (tokens[at] !== '^') return base;
    at++;
    return raise(base, power(), calculator.scale);
  }
  function atom(): Num {
    const token = take() ?? '';
    if (/^[\d.]/.test(token)) return read(token);
    if (token === '(') {
      const value = binary(0);
      expect(')');
      return value;
    }
    if (!/^[a-z]/i.test(token)) throw new CommandError(`syntax error near '${token}'`);
    if (tokens[at] === '(') return call(token);
    if (token === 'scale') return { digits: BigInt(calculator.scale), scale: 0 };
    return calculator.variables.get(token) ?? { digits: 0n, scale: 0 };
  }
  function call(name: string): Num {
    expect('(');
    const value = binary(0);
    expect(')');
    return callFunction(name, value, calculator);
  }
  function assign(): Num {
    const name = take() ?? '';
    const operator = take() ?? '=';
    const right = binary(0);
    const before = calculator.variables.get(name) ?? { digits: 0n, scale: 0 };
    const value = operator === '=' ? right : calculate(operator.slice(0, 1), before, right, calculator.scale);
    setVariable(name, value, calculator);
    return value;
  }
  return { expression: () => binary(0), assign, isOver: () => at >= tokens.length };
}

function callFunction(name: string, value: Num, calculator: Calculator): Num {
  if (name === 'sqrt') return root(value, Math.max(calculator.scale, value.scale));
  if (name === 'length')
    return { digits: BigInt(String(value.digits < 0n ? -value.digits : value.digits).length), scale: 0 };
  if (name === 'scale') return { digits: BigInt(value.scale), scale: 0 };
  throw new CommandError(`function ${name} is not available here; use awk or python3`);
}

function setVariable(name: string, value: Num, calculator: Calculator): void {
  if (name === 'scale')
    calculator.scale = Math.min(10_000, Number(value.digits / 10n ** BigInt(value.scale)));
  else if (name === 'ibase' || name === 'obase')
    throw new CommandError(`${name} is not available here; use printf or $((16#ff))`);
  else calculator.variables.set(name, value);
}

function read(token: string): Num {
  const [whole = '', fraction = ''] = token.split('.');
  return { digits: BigInt(whole + fraction || '0'), scale: fraction.length };
}

function scaled({ digits, scale }: Num, to: number): bigint {
  return to >= scale ? digits * 10n ** BigInt(to - scale) : digits / 10n ** BigInt(scale - to);
}

function calculate(operator: string, left: Num, right: Num, scale: number): Num {
  const common = Math.max(left.scale, right.scale);
  const [a, b] = [scaled(left, common), scaled(right, common)];
  const truth = (holds: boolean): Num => ({ digits: holds ? 1n : 0n, scale: 0 });
  if (operator === '+') return { digits: a + b, scale: common };
  if (operator === '-') return { digits: a - b, scale: common };
  if (operator === '*') {
    const full = { digits: left.digits * right.digits, scale: left.scale + right.scale };
    const kept = Math.min(full.scale, Math.max(scale, left.scale, right.scale));
    return { digits: scaled(full, kept), scale: kept };
  }
  if (operator === '/' || operator === '%') return divide(operator, left, right, scale);
  return truth(compare(operator, a, b));
}

function divide(operator: string, left: Num, right: Num, scale: number): Num {
  if (right.digits === 0n) throw new CommandError('divide by zero');
  const quotient =
    (left.digits * 10n ** BigInt(scale + right.scale)) / (right.digits * 10n ** BigInt(left.scale));
  if (operator === '/') return { digits: quotient, scale };
  const product = { digits: quotient * right.digits, scale: scale + right.scale };
  const common = Math.max(left.scale, product.scale);
  return { digits: scaled(left, common) - scaled(product, common), scale: common };
}

function compare(operator: string, a: bigint, b: bigint): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '&&':
      return a !== 0n && b !== 0n;
    default:
      return a !== 0n || b !== 0n;
  }
}

function raise(base: Num, exponent: Num, scale: number): Num {
  const power = Number(scaled(exponent, 0));
  if (Math.abs(power) > 100_000) throw new CommandError('exponent too large');
  const full: Num = { digits: base.digits ** BigInt(Math.abs(power)), scale: base.scale * Math.abs(power) };
  if (power < 0) return divide('/', { digits: 1n, scale: 0 }, full, scale);
  const kept = Math.min(full.scale, Math.max(scale, base.scale));
  return { digits: scaled(full, kept), scale: kept };
}

function root(value: Num, scale: number): Num {
  if (value.digits < 0n) throw new CommandError('square root of a negative number');
  const target = scaled(value, 2 * scale);
  if (target === 0n) return { digits: 0n, scale };
  let guess = 10n ** BigInt(Math.ceil(String(target).length / 2) + 1);
  for (;;) {
    const next = (guess + target / guess) / 2n;
    if (next >= guess) return { digits: guess, scale };
    guess = next;
  }
}

/** Like bc, prints no zero before the decimal point. */
function print({ digits, scale }: Num): string {
  const sign = digits < 0n ? '-' : '';
  const figures = String(digits < 0n ? -digits : digits).padStart(scale, '0');
  const whole = figures.slice(0, figures.length - scale);
  if (scale === 0) return sign + figures;
  return digits === 0n ? '0' : `${sign}${whole}.${figures.slice(figures.length - scale)}`;
}
