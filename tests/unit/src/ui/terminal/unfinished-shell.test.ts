/** After which commands Enter continues on a new line: those that bash would consider incomplete. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnfinishedShell } from '#src/ui/terminal/unfinished-shell.ts';

it.each([
  'for i in 1 2 3',
  'for i in 1 2 3; do',
  'for i in 1 2 3; do echo $i',
  'while true; do\n  sleep 1',
  'until false',
  'if true; then',
  'if true; then echo a; else',
  'case $x in',
  'case $x in\n  a) echo a;;',
  'f() {',
  'f() { echo a',
  '{ echo a',
  '( cd d',
  'a &&',
  'a || # why',
  'ls |',
  'echo "a',
  "echo 'a",
  'echo $(date',
  'echo "$(date',
  'echo ${x',
  'echo `date',
  'list=(a b',
  'cat <<EOF',
  'cat > a.txt <<EOF\nline\n',
  "cat <<-'E' | sort\nb\n\na",
  'if true; then for i in 1; do echo; done',
])('goes on: %j', (text) => {
  expect(isUnfinishedShell(text)).toBe(true);
});

it.each([
  '',
  'ls -la',
  'for i in 1 2 3; do echo $i; done',
  'for i in 1 2 3\ndo\n  echo $i\ndone',
  'while read -r l; do echo "$l"; done < a.txt | sort',
  'if true; then echo a; elif b; then c; else d; fi',
  'case $x in a) echo a;; b|c) echo if;; esac',
  'case x in x) if a; then b; fi;; esac',
  'f() { echo a; }; f',
  'echo for if while do case {',
  'echo "for (" \'if {\' `date` $(echo ")") ${x:-"}"}',
  '(cd d && ls) | wc -l',
  'list=(a b); echo "${list[@]}"',
  'echo $((1 + (2 * 3)))',
  'cat <<EOF\nfor\nEOF',
  'cat <<< "text"',
  "awk '{ print $1 }' a.txt # it's",
  'sleep 1 &',
  '! true',
  'echo a#b',
  // Syntax errors, which the shell explains.
  'done',
  'echo (',
  'echo )',
  // An empty last line runs a command that would otherwise be continued.
  'echo "a\n',
  'for i in 1 2\n',
])('is run: %j', (text) => {
  expect(isUnfinishedShell(text)).toBe(false);
});

it('ends for whatever is typed', () => {
  const piece = fc.constantFrom(
    ...['"', "'", '`', '$(', '${', '(', ')', '{', '}', '\\', '\n', ' ', ';', '|', '&', '<<', 'E', '#', '='],
    ...['if', 'fi', 'for', 'do', 'done', 'case', 'esac', 'in'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(typeof isUnfinishedShell(pieces.join(''))).toBe('boolean');
    }),
  );
  expect(isUnfinishedShell('$('.repeat(4_000))).toBe(true);
});
