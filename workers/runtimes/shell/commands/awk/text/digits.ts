/** Digits of numbers, as printf of C writes them. JavaScript rounds halves up; C rounds to the even digit. */

/** Fixed notation with a number of digits after the point: %f. `value` is not negative. */
export function fixed(value: number, digits: number): string {
  // Only a number with few binary places can be exactly between two results.
  if (digits > 100 || value >= 1e21 || Number.isInteger(value * 2 ** (digits + 1)))
    return exactFixed(value, digits);
  return value.toFixed(digits);
}

function exactFixed(value: number, digits: number): string {
  const { numerator, places } = decimalOf(value);
  const scaled = roundAt(numerator, places - digits)
    .toString()
    .padStart(digits + 1, '0');
  return digits === 0 ? scaled : `${scaled.slice(0, -digits)}.${scaled.slice(-digits)}`;
}

/** A finite number as a whole number with decimal places, without any loss. */
function decimalOf(value: number): { numerator: bigint; places: number } {
  let [whole, places] = [value, 0];
  while (!Number.isInteger(whole)) {
    whole *= 2;
    places++;
  }
  return { numerator: BigInt(whole) * 5n ** BigInt(places), places };
}

/** Drops places, or adds them if `dropped` is negative. */
function roundAt(numerator: bigint, dropped: number): bigint {
  if (dropped <= 0) return numerator * 10n ** BigInt(-dropped);
  const unit = 10n ** BigInt(dropped);
  const [quotient, rest] = [numerator / unit, (numerator % unit) * 2n];
  return quotient + (rest > unit || (rest === unit && quotient % 2n === 1n) ? 1n : 0n);
}

/** Scientific notation: %e. `value` is not negative. */
export function scientific(value: number, digits: number): string {
  const { mantissa, exponent } = mantissaOf(value, digits);
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function mantissaOf(value: number, digits: number): { mantissa: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = value.toExponential(Math.min(digits, 100)).split('e');
  const even = evenMantissa(value, digits);
  if (even) return even;
  const isCut = digits > 100;
  return { mantissa: isCut ? mantissa.padEnd(digits + 2, '0') : mantissa, exponent: Number(exponent) };
}

/** The result for a value that is exactly between two, if the lower one is even. */
function evenMantissa(value: number, digits: number): { mantissa: string; exponent: number } | undefined {
  if (digits >= 100 || !/5e/.test(value.toExponential(digits + 1))) return undefined;
  const [exact = '', exponent = '0'] = value.toExponential(100).split('e');
  const kept = digits === 0 ? exact.slice(0, 1) : exact.slice(0, digits + 2);
  const isBetween = /^\.?50*$/.test(exact.slice(kept.length));
  return isBetween && /[02468]$/.test(kept) ? { mantissa: kept, exponent: Number(exponent) } : undefined;
}

/** The shorter notation: %g. `keepsZeros`: with the flag `#`. */
export function shortest(value: number, precision: number, keepsZeros = false): string {
  const digits = precision === 0 ? 1 : precision;
  if (value === 0) return keepsZeros && digits > 1 ? `0.${'0'.repeat(digits - 1)}` : '0';
  const { exponent } = mantissaOf(value, digits - 1);
  const isFixed = exponent >= -4 && exponent < digits;
  const text = isFixed ? fixed(value, digits - 1 - exponent) : scientific(value, digits - 1);
  if (keepsZeros || !text.includes('.')) return text;
  return text.replace(/\.?0+(?=e|$)/, '');
}

/** A whole number in digits, however great it is. */
export function wholeText(value: number): string {
  if (Math.abs(value) < 1e21) return String(value === 0 ? 0 : value);
  return BigInt(value).toString();
}
