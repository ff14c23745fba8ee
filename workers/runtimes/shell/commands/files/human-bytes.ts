/** Formats sizes as `ls -h` and `du -h` do: rounded up, one decimal below ten. */
const units = ['', 'K', 'M', 'G', 'T', 'P'];

export function humanBytes(size: number): string {
  let left = size;
  let unit = 0;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  if (unit === 0) return String(size);
  const rounded = left < 10 ? (Math.ceil(left * 10) / 10).toFixed(1) : String(Math.ceil(left));
  return rounded + (units[unit] ?? '');
}
