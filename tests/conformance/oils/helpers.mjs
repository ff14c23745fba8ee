/**
 * The programs that the cases call, as scripts that bash and our shell can run, so that no Python is needed: what
 * Oils' `spec/bin` has by these names prints its arguments as Python does, variables and two streams.
 */

/** Bytes in hexadecimal, each argument ended by a zero byte, as Python's list of byte strings. */
const listBytes = String.raw`
BEGIN { for (i = 32; i < 127; i++) shown[sprintf("%02x", i)] = sprintf("%c", i)
  shown["09"] = "\\t"; shown["0a"] = "\\n"; shown["0d"] = "\\r"; shown["5c"] = "\\\\" }
{ for (i = 1; i <= NF; i++) if ($i == "00") end(); else bytes[++count] = $i }
function end(  i, quote, single, text) {
  for (i = 1; i <= count; i++) { if (bytes[i] == "27") single = 1; if (bytes[i] == "22") quote = 1 }
  quote = single && !quote ? "\"" : "'\''"
  for (i = 1; i <= count; i++)
    text = text (bytes[i] == "27" && quote != "\"" ? "\\" : "") (bytes[i] in shown ? shown[bytes[i]] : "\\x" bytes[i])
  printf "%s%s%s%s", sep, quote, text, quote; sep = ", "; count = 0
}`;

/** By the file names in `spec/bin`. @type {Record<string, string>} */
export const helpers = {
  'argv.py': `#!/usr/bin/env bash
printf '['
[ $# = 0 ] || printf '%s\\0' "$@" | od -An -v -tx1 | awk '${listBytes}'
echo ']'
`,
  'printenv.py': `#!/usr/bin/env bash
for name; do printenv "$name" || echo None; done
`,
  'stdout_stderr.py': `#!/usr/bin/env bash
echo "\${1-STDOUT}"
echo "\${2-STDERR}" >&2
exit "\${3-0}"
`,
  'read_from_fd.py': `#!/usr/bin/env bash
for fd; do printf '%s: ' "$fd"; cat <&"$fd" || exit 1; done
`,
};
