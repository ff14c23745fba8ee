/** Names of files as git quotes them: in C syntax, with the bytes of UTF-8 in octal. */

const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' },
};

/** As it is if it is not quoted. */
export function unquoteName(name: string): string {
  if (!/^".*"$/s.test(name)) return name;
  const bytes: number[] = [];
  for (const [, octal, escaped, plain = ''] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\([^])|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else
      bytes.push(...new TextEncoder().encode(escaped === undefined ? plain : (escapes[escaped] ?? escaped)));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
