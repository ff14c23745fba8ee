/** Which commands the permission gate asks about first. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDanger } from '#workers/runtimes/shell/danger/find-danger.ts';

const dangerous = [
  'rm -rf /',
  'rm -rf /*',
  'rm -fr ~',
  'rm -rf ~/',
  'rm -rf ~/*',
  'rm -r -f /workspace',
  'rm --recursive --force /workspace/',
  'rm -rf /workspace/*',
  'rm -rf "/workspace"',
  "rm -rf '/'",
  'rm -rf $HOME',
  'rm -rf "$HOME"',
  'rm -rf ${HOME}',
  'rm -rf "${HOME:-/}"/*',
  'rm -rf "$PWD"',
  'rm -rf $(pwd)',
  'rm -rf *',
  'rm -rf ./*',
  'rm -rf .',
  'rm -rf ./',
  'rm -rf {*,.*}',
  'rm -rf -- *',
  'rm *',
  'rm -f ./*',
  'rm -rf src/../../workspace',
  'r\\m -rf /',
  '/bin/rm -rf /',
  'sudo rm -rf /',
  'sudo -n rm -rf ~',
  'command rm -rf /',
  'env X=1 rm -rf /',
  'timeout 5 rm -rf /',
  '(rm -rf /)',
  '{ rm -rf ~; }',
  'echo hi; rm -rf /',
  'true && rm -rf /',
  'false || rm -rf *',
  'if true; then rm -rf /; fi',
  'for i in 1; do rm -rf /; done',
  'f() { rm -rf /; }; f',
  'echo $(rm -rf /)',
  'echo "`rm -rf /`"',
  'cat <(rm -rf /)',
  'bash -c "rm -rf /"',
  "sh -c 'rm -rf *'",
  'eval "rm -rf /"',
  'bash -c "bash -c \'rm -rf /\'"',
  'X=/; rm -rf $X',
  'D=/workspace; rm -rf "$D"/*',
  'rm -rf "$UNSET"/*',
  'cd /; rm -rf *',
  'cd src; cd ..; rm -rf *',
  'find / -delete',
  'find . -delete',
  'find ~ -type f -delete',
  'find . -exec rm -rf {} \\;',
  'find -delete',
  'mv * /tmp/',
  'mv /workspace /dev/null',
  ':(){ :|:& };:',
  'bomb() { bomb | bomb & }; bomb',
  'cd src; rm -rf "$PWD/.."',
  'eval eval eval eval eval eval eval "rm -rf /"',
  'sudo eval "rm -rf /"',
  'rm -rf $UNSET/*',
  'rm -rf ./"$UNSET"',
  'rm -rf "$HOME/$UNSET"',
  'rm -rf $UNSET*',
  'd=$(cat where); rm -rf "$d"/*',
  'for d in a /; do rm -rf "$d"; done',
  'for d in *; do rm -rf "$d"; done',
  'for d in $(ls); do rm -rf "$d"; done',
  'rm -rf $(ls -A)',
  'ls | while read -r f; do rm -rf "$f"; done',
  'dirs=(a .); for d in "${dirs[@]}"; do rm -rf "$d"; done',
  'export D=/; rm -rf "$D"',
  'D=/work; D+=space; rm -rf "$D"',
  'clean() { rm -rf "$1"; }; clean /',
  'clean() { rm -rf "$@"; }; clean a *',
  'set -- /; rm -rf "$1"',
  'X=/; bash -c "rm -rf $X"',
  "export X=/; bash -c 'rm -rf $X'",
  "r''m -rf /",
  'function b { b|b& }; b',
  "find . -name '*' -delete",
  'find . -path "./*" -delete',
  'find . -not -name keep -delete',
  'find . ! -name keep -delete',
  'find . -name a -o -delete',
  'find . -exec sh -c \'rm -rf "$1"\' _ {} \\;',
  'find . | xargs rm -rf',
  'find . -type f | sort | xargs -I % rm -f -r %',
  'ls | xargs rm -rf',
  'sudo -u root rm -rf /',
  'find "$UNSET" -delete',
];

const harmless = [
  'ls',
  'rm -rf node_modules',
  'rm -rf ./dist/*',
  'rm -rf src/*',
  'rm file.txt',
  'rm *.log',
  'rm -rf *.tmp',
  'rm -rf /tmp/*',
  'rm -rf "$HOME/build"',
  'rm -rf ~/build',
  'cd build && rm -rf *',
  'cd build; rm -rf ./*; cd ..',
  'echo "rm -rf /"',
  "echo 'rm -rf ~'",
  'grep -r "rm -rf /" .',
  'find . -name "*.pyc" -delete',
  'find . -type f -name "*.log" -exec rm {} \\;',
  'find build -delete',
  'find . -name "*.js"',
  'git rm -r --cached .',
  'D=build; rm -rf "$D"',
  'mv a b',
  'mv *.txt texts/',
  'cat <<EOF\nrm -rf /\nEOF',
  '# rm -rf /',
  'f() { f; }',
  'walk() { walk a; walk b; }',
  'sudo ls /',
  '',
  'rm -rf',
  'cd build; rm -rf "$PWD"',
  'cd build; rm -rf $(pwd)/*',
  'if true; then rm -rf /',
  'rm -rf ""',
  'rm -rf "$UNSET"',
  'd=$(mktemp -d); echo x > "$d/x"; rm -rf "$d"',
  'd=$(mktemp -d); rm -rf "$d"/*',
  'd=$(cat where); rm -rf "$d"',
  'for d in a b; do rm -rf "$d"; done',
  'for d in a b; do rm -rf "$d"/*; done',
  'for d in a b; do rm -rf "$HOME/$d"; done',
  'dirs=(a b); rm -rf "${dirs[@]}"',
  'rm -rf "${D:?}"/*',
  'clean() { rm -rf "$1"; }; clean build',
  'find . -name "*.pyc" | xargs rm -f',
  'find build | xargs rm -rf',
  'ls | grep tmp | xargs rm -rf',
  'find . -name "*.o" -o -name "*.a" -exec rm {} +',
  'find . -type f -not -path "./.git/*"',
];

describe('findDanger', () => {
  it.each(dangerous)('asks about %s', (command) => {
    expect(findDanger(command)).toBeDefined();
  });

  it.each(harmless)('lets pass %s', (command) => {
    expect(findDanger(command)).toBeUndefined();
  });

  it('looks at the working directory', () => {
    expect(findDanger('rm -rf *', '/workspace/build')).toBeUndefined();
    expect(findDanger('rm -rf ..', '/workspace/build')).toBeDefined();
    expect(findDanger('rm -rf ../*', '/workspace/build')).toBeDefined();
    expect(findDanger('rm -rf "$PWD"', '/workspace/build')).toBeUndefined();
  });

  it('knows what the shell has before the command', () => {
    expect(findDanger('rm -rf "$OUT"/*')).toBeDefined();
    expect(findDanger('rm -rf "$OUT"/*', '.', [['OUT', 'build']])).toBeUndefined();
    expect(findDanger('rm -rf "$OUT"', '.', [['OUT', '/workspace']])).toBeDefined();
    expect(findDanger('rm -rf "$PWD"', '/workspace/build', [['PWD', '/workspace']])).toBeUndefined();
  });

  it('does not follow functions without end', () => {
    const names = Array.from({ length: 30 }, (_, at) => `f${at}`);
    const all = names.map((name, at) => `${name}() { f${at - 1}; f${at - 1}; }`).join('; ');
    expect(findDanger(`f-1() { rm x; }; ${all}; f29`)).toEqual({
      type: 'unchecked',
      reason: 'it has too many commands',
    });
    expect(findDanger('f() { g; }; g() { f; }; f')).toBeUndefined();
  });

  it('says what it cannot check: words beyond its limit, and scripts too deep in each other', () => {
    const braces = '{a,b}'.repeat(12);
    for (const command of [`rm -rf x${braces}`, `rm ${braces} /*`, `sudo find ${braces} -delete`, braces])
      expect(findDanger(command), command).toMatchObject({
        type: 'unchecked',
        reason: expect.stringMatching(/^its braces/) as string,
      });
    expect(findDanger(`echo ${braces}; rm a.txt`)).toBeUndefined();
    expect(findDanger(`echo ${braces}; rm -rf *`)).toEqual({ type: 'everything', command: 'rm -r *' });
    const shells = 'sudo '.repeat(10);
    expect(findDanger(`${shells} bash -c ls`)).toMatchObject({
      type: 'unchecked',
      reason: expect.stringMatching(/^it is nested/) as string,
    });
    // The shell's own parser rejects this nesting as well.
    expect(findDanger(`rm x; ${'('.repeat(5_000)}`)).toBeUndefined();
  });

  it('never throws, and finds the command behind any other one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (text) => {
        findDanger(text);
        expect(findDanger(`echo ${JSON.stringify(text.replace(/["\\$`!]/g, ''))}; rm -rf /`)).toBeDefined();
      }),
    );
  });
});
