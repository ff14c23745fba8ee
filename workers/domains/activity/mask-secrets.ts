/** Masks secrets inside a text: a header line, a query, JSON, a form, a command, code. Pure. */

export const mask = '•••';

/** A word of a command line, with its quotes. */
const word = String.raw`(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\;|&])+`;
const secretNames =
  '(?:token|password|passwd|passphrase|secret|credentials?|(?:api|access|private|auth)[-_]?key|_authToken)';

const patterns: readonly [RegExp, string][] = [
  [/(\b(?:set-)?cookie["']?\s*[:=]\s*["']?)[^"'\n]+/gi, `$1${mask}`],
  [/(authorization\\?["']?\s*[:=]\s*\\?["']?)((?:bearer|basic|digest|token)\s+)?[^"'\n]+/gi, `$1$2${mask}`],
  // A value in quotes may contain blanks.
  [new RegExp(String.raw`(${secretNames}\\?["']?\s*[:=]\s*\\?(["']))(?:(?!\2)[^\\\n])+`, 'gi'), `$1${mask}`],
  [new RegExp(String.raw`(${secretNames}\\?["']?\s*[:=]\s*)[^\s"'&,;}\]\\]+`, 'gi'), `$1${mask}`],
  [/\b(bearer\s+)[\w.~+/=-]{16,}/gi, `$1${mask}`],
  // A password in an address, and a token in place of a user.
  [/(\/\/)[^/\s:@"'<>]*:[^/\s"'<>]*@/g, `$1${mask}@`],
  [/(\/\/)[^/\s:@"'<>]{16,}@/g, `$1${mask}@`],
  // API keys of well-known services, by their prefix.
  [
    /\b(?:sk-[\w-]{16,}|AIza[\w-]{30,}|gh[a-z]_\w{20,}|xox[a-z]-[\w-]{10,}|eyJ[\w-]{10,}\.[\w-]+\.[\w-]*)/g,
    mask,
  ],
  // Options of any program, such as `--http-password x`; in a list such as `["-u", "me:x"]`, too.
  [
    new RegExp(`(--(?:[\\w-]+-)?(?:pass|bearer|proxy-user|${secretNames})[\\s=]\\s*)${word}`, 'gi'),
    `$1${mask}`,
  ],
  [/(["']-(?:u|U|-user|-proxy-user|-[\w-]*pass(?:word)?)["']\s*,\s*(["']))[^"']*/g, `$1${mask}`],
  [/(\bmachine\s+\S+\s+login\s+\S+\s+password\s+)\S+/gi, `$1${mask}`],
  [/(\bpragma\s+(?:re)?key\s*=?\s*\(?\s*["'])[^"']+/gi, `$1${mask}`],
  [/(\bpass:)[^\s"']+/g, `$1${mask}`],
  // Python and JavaScript.
  [/(\bauth\s*=\s*\(|\bHTTP(?:Basic|Digest)Auth\(|\b(?:btoa|b64encode)\()[^)\n]*/g, `$1${mask}`],
];

/** Short options of a program whose value is a secret, after others without a value. */
const secretOptions: readonly [program: string, options: string][] = [
  ['curl', '-[sSfLkvgiIjlNqRO0-46#]*[uUbE]|--user|--cookie|--cert'],
  ['(?:docker|podman)[ ]+login|sshpass|mysql\\w*|mariadb|7z\\w*', '-p'],
  ['zip|unzip', '-P'],
  ['redis-cli', '-a'],
  ['smbclient', '-U'],
  ['ldap\\w+', '-w'],
];

/** The rest of a command, up to the next one. */
const restOfCommand = String.raw`(?:"[^"]*"|'[^']*'|\\[^]|[^;|&\n"'\\])*`;
const commands = secretOptions.map(([program, options]): [command: RegExp, option: RegExp] => [
  new RegExp(String.raw`\b(?:${program})(?=\s)${restOfCommand}`, 'g'),
  new RegExp(String.raw`(\s(?:${options})(?:\s+|=)?)${word}`, 'g'),
]);

export function maskSecrets(text: string): string {
  const masked = patterns.reduce((before, [pattern, shown]) => before.replace(pattern, shown), text);
  return commands.reduce(
    (before, [command, option]) =>
      before.replace(command, (found) => found.replace(option, (_all, name: string) => `${name}${mask}`)),
    masked,
  );
}
