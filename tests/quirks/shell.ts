/**
 * What shells of agents made of bytes, and what bash 5.2 with GNU tools does, in our own words. `source`: repository
 * and thread; `own` where we know no report. `stdout` is recorded from bash in C.UTF-8.
 *
 * Files: latin1.txt (`café`, `nà`, in Latin-1), all.bin (the bytes 0 to 255), utf8.txt (`é`, `日本`).
 */
type ShellRow = { source: string; what: string; command: string; stdout: string };

const own = 'own';
/** Whether a file `o` is the same as all.bin. */
const same = 'cmp all.bin o && echo same';

/**
 * What other implementations of awk did wrong, in short programs. gawk 5.2 prints these outputs, but cuts `ñ` in two.
 */
const awkRows: readonly (readonly [source: string, what: string, command: string, stdout: string])[] = [
  ['jawkio/jawk#107', 'a++ of an unset variable is 0', "awk 'BEGIN { printf a++; printf a++ }'", '01'],
  [
    'jawkio/jawk#107',
    'an unset variable compares as 0',
    "awk 'BEGIN { print (a < 1), (a < 0), (a < -1) }'",
    '1 0 0\n',
  ],
  ['jawkio/jawk#91', 'an unset variable is false', "awk 'BEGIN { print !x }'", '1\n'],
  [
    'everruns/bashkit#810',
    'the format of printf is any expression',
    "echo 'ab cd' | awk '{ for (i = 1; i <= NF; i++) printf substr($i, 1, 1) }'",
    'ac',
  ],
  [
    'everruns/bashkit#809',
    'a new line ends an assignment',
    "awk 'BEGIN { if (1) x = 1\n y = 2\n print x, y }'",
    '1 2\n',
  ],
  ['everruns/bashkit#193', '-F with an escape', "printf 'a b\\tc\\n' | awk -F'\\t' '{ print $2 }'", 'c\n'],
  [
    'poe-platform/poe-code#765',
    'a pattern directly after an action',
    "printf 'a\\n\\nb\\n' | awk 'BEGIN{n=0} NF{n++} END{print n}'",
    '2\n',
  ],
  ['benhoyt/goawk#49', '$0 that was set to 0 is false', `awk 'BEGIN { $0 = "0"; print !$0 }'`, '0\n'],
  [
    'noyesno/awka#2',
    'numbers that getline reads compare as such',
    `printf '10\\n9\\n' > n; awk 'BEGIN { getline x < "n"; getline y < "n"; print (x < y) }'`,
    '0\n',
  ],
  ['pigmonkey/hostsctl#9', 'substr from 0', "echo 0.0.0.0 | awk '{ print substr($0, 0, 3) }'", '0.0\n'],
  [
    'onetrueawk/awk#208',
    'gensub replaces one empty match and ends',
    `awk 'BEGIN { print gensub(/a?/, "b", 1, "c") }'`,
    'bc\n',
  ],
  [
    'onetrueawk/awk#208',
    'empty matches are between characters, not bytes',
    `awk 'BEGIN { print gensub(/a?/, "x", "g", "ñ") }'`,
    'xñx\n',
  ],
  [
    'onetrueawk/awk#208',
    'a protected backslash before a digit',
    `awk 'BEGIN { print gensub(/(a)/, "\\\\\\\\1", "g", "a") }'`,
    '\\1\n',
  ],
  [
    'onetrueawk/awk#127',
    '-F with nothing is one field for each character',
    "echo foo | awk -F '' '{ print $1, NF }'",
    'f 3\n',
  ],
  [
    'unixwin/niubash#123',
    'FPAT among the operands',
    `printf 'ab12cd34\\n' | awk '{ print $2 }' FPAT='[0-9]+' -`,
    '34\n',
  ],
  [
    'unixwin/niubash#123',
    'IGNORECASE',
    "printf 'ABC\\n' | awk 'BEGIN { IGNORECASE = 1 } /abc/ { print 1 }'",
    '1\n',
  ],
  [
    'eth-p/bat-extras#33',
    'an empty group in a pattern',
    `printf '    snapshot x\\n' | awk '/^(    |\\t)()(description|snapshot).*/ { print "found" }'`,
    'found\n',
  ],
];

export const shellRows: readonly ShellRow[] = [
  ...awkRows.map(([source, what, command, stdout]) => ({ source, what: `awk: ${what}`, command, stdout })),
  ...(
    [
      ['sed without a match', 'sed s/nothing/x/ latin1.txt'],
      ['sed -i without a match', 'sed -i s/nothing/x/ latin1.txt; cat latin1.txt'],
      ['sed -i of all files that grep found', 'grep -rl caf . | xargs sed -i s/nothing/x/; cat latin1.txt'],
      ['awk', "awk '{ print $0 }' latin1.txt"],
      ['cut', 'cut -d, -f1 latin1.txt'],
      ['tac, twice', 'tac latin1.txt | tac'],
      ['expand', 'expand latin1.txt'],
      ['tr', 'tr x y < latin1.txt'],
      [
        'read and echo, as in the C locale',
        'export LC_ALL=C; while read -r line; do echo "$line"; done < latin1.txt',
      ],
      ['a substitution', 'echo "$(cat latin1.txt)"'],
      ['a here-string', 'cat <<< "$(cat latin1.txt)"'],
      ['a here-document', 'x=$(cat latin1.txt); cat <<END\n$x\nEND'],
    ] as const
  ).map(([what, command]) => ({
    ...{ source: own, what: `Latin-1 through ${what}`, command: `{ ${command}\n} | od -An -tx1` },
    stdout: ' 63 61 66 e9 0a 6e e0 0a\n',
  })),
  ...(
    [
      ['a group', '{ cat all.bin; } > o'],
      ['a subshell', '(cat all.bin) > o'],
      ['a function', 'f() { cat all.bin; }; f > o'],
      ['a function that returns a code', 'f() { cat all.bin; return 1; }; f > o'],
      ['if', 'if true; then cat all.bin; fi > o'],
      ['for', 'for f in all.bin; do cat $f; done > o'],
      ['while', 'while cat all.bin; do break; done > o'],
      ['eval', 'eval cat all.bin > o'],
      ['source', 'echo cat all.bin > s; source ./s > o'],
      ['bash -c that exits', 'bash -c "cat all.bin; exit 2" > o'],
      ['a script file', 'echo cat all.bin > s; bash s > o'],
      ['xargs', 'echo all.bin | xargs cat > o'],
      ['find -exec', 'find . -name all.bin -exec cat {} \\; > o'],
      ['env', 'env A=1 cat all.bin > o'],
      ['timeout', 'timeout 5 cat all.bin > o'],
      ['gzip in a group', '{ gzip -c all.bin; } > o.gz; gunzip -c o.gz > o'],
      ['a process substitution', 'cat <(cat all.bin) > o'],
      ['a descriptor', 'exec 3< all.bin; cat <&3 > o'],
    ] as const
  ).map(([what, command]) => ({
    ...{ source: own, what: `all bytes through ${what}`, command: `${command}; ${same}`, stdout: 'same\n' },
  })),
  ...(
    [
      ['printf octal', "printf '\\377'", ' ff\n'],
      ['printf octal of a character', "printf '\\303\\251'", ' c3 a9\n'],
      ['printf %b', "printf '%b' '\\0351\\xe9'", ' e9 e9\n'],
      ['echo -e', "echo -e '\\xe9'", ' e9 0a\n'],
      ["$'…'", "printf %s $'\\xe9\\351'", ' e9 e9\n'],
      ['printf %c of a character', 'printf %c é', ' c3\n'],
    ] as const
  ).map(([what, command, stdout]) => ({
    ...{ source: own, what: `${what} is bytes`, command: `${command} | od -An -tx1`, stdout },
  })),
  {
    source: own,
    what: 'tr knows octal numbers',
    command: "echo 1002003 | tr -d '\\000'; printf 'a\\0b' | tr '\\000' '\\n'; echo",
    stdout: '1002003\na\nb\n',
  },
  {
    source: own,
    what: 'a missing file beside one with characters ends no script',
    command: 'cat utf8.txt nofile 2>/dev/null; echo $?',
    stdout: 'é\n日本\n1\n',
  },
  {
    source: own,
    what: 'nl numbers what it can read',
    command: 'nl utf8.txt nofile 2>/dev/null; echo $?',
    stdout: '     1\té\n     2\t日本\n1\n',
  },
  {
    source: own,
    what: 'characters are counted as such',
    command:
      'x=éà; echo ${#x} ${x:1:1} ${x^^} ${x%?}; wc -m < utf8.txt; case é in ?) echo one;; esac; [[ é =~ ^.$ ]] && echo yes',
    stdout: '2 à ÉÀ é\n5\none\nyes\n',
  },
  {
    source: own,
    what: 'à at the end of a word keeps its byte A0, which is white space in JavaScript',
    command: 'echo "x à" | { read -r a b; printf %s "$b" | od -An -tx1; }',
    stdout: ' c3 a0\n',
  },
  {
    source: own,
    what: 'values of several words in associative arrays',
    command:
      'declare -A m=([k]="1 2" ["b c"]="x"); echo "${m[k]}|${m["b c"]}"; declare -a b=([0]="p q" [2]=r); echo "${b[0]}|${b[2]}"',
    stdout: '1 2|x\np q|r\n',
  },
  { source: own, what: 'printf %q of a letter', command: 'printf "%q\\n" é "a b"', stdout: 'é\na\\ b\n' },
  {
    source: own,
    what: 'paste with an escape as delimiter',
    command: "printf '1\\n' > a; paste -d'\\t' a a",
    stdout: '1\t1\n',
  },
  ...(
    [
      ['vercel-labs/just-bash#266', '.arr -= [...]', `'.a -= ["b"]' <<< '{"a":["a","b"]}'`, '{"a":["a"]}'],
      [
        'vercel-labs/just-bash#266',
        'del of selected elements',
        `'del(.a[] | select(. == "b"))' <<< '{"a":["a","b"]}'`,
        '{"a":["a"]}',
      ],
      [own, 'del of two paths', `'del(.a, .b)' <<< '{"a":1,"b":2,"c":3}'`, '{"c":3}'],
      [own, 'an update of several paths', `'(.a, .b) = 3' <<< '{"a":1}'`, '{"a":3,"b":3}'],
      [
        own,
        'an update of a selected row',
        `'map(select(.i == 1).n = 5)' <<< '[{"i":1},{"i":2}]'`,
        '[{"i":1,"n":5},{"i":2}]',
      ],
      [own, 'a path that is not there', `'.a.b.c = 1' <<< '{}'`, '{"a":{"b":{"c":1}}}'],
      [
        own,
        'numbers as they are written (jq 1.7, not 1.6)',
        `. <<< '[1.0,-0,123456789012345678901]'`,
        '[1.0,-0,123456789012345678901]',
      ],
      [own, 'pick (jq 1.7, not 1.6)', `'pick(.a.b)' <<< '{"a":{"b":1,"c":2}}'`, '{"a":{"b":1}}'],
      [own, 'if without else (jq 1.7, not 1.6)', `'if . > 1 then "big" end' <<< 1`, '1'],
      [own, 'limit of none (jq 1.8, not 1.6)', `-n '[limit(0; 1)]'`, '[]'],
      [own, 'a file that is not there, after one that is', `. ok.json nofile; echo $?`, '{"a":1}\n2'],
      [own, 'a missing file named in /tmp', `. /tmp/none; echo $?`, '2'],
      [own, 'an allocation without end', `-n '[repeat(1)]'; echo $?`, '134'],
      [
        own,
        'all bytes of a raw input',
        `-Rr . latin1.txt | od -An -tx1`,
        ' 63 61 66 ef bf bd 0a 6e ef bf bd 0a',
      ],
    ] as const
  ).map(([source, what, args, stdout]) => ({
    ...{ source, what: `jq: ${what}` },
    ...{ command: `echo '{"a":1}' > ok.json; jq -c ${args}`, stdout: `${stdout}\n` },
  })),
];
