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
  {
    source: 'uutils/coreutils#14331',
    what: 'a numeric sort by a key',
    command:
      "printf '19\\n21\\n' | sort -n -k1.2; printf '1.9\\n2.1\\n' | sort -n -t. -k2; printf '19\\n21\\n3\\n' | sort -n -k1r; printf '1\\n10\\n2\\n20\\n3\\n' | sort -n -k1.2",
    stdout: '21\n19\n2.1\n1.9\n3\n21\n19\n1\n10\n2\n20\n3\n',
  },
  {
    source: 'uutils/coreutils#14126',
    what: 'sort of two files, the first without a final newline',
    command:
      "sort -S 8b <(printf 'a\\nb\\nc\\nrm') <(printf ' -rf /\\n'); printf 'b\\na' > x; printf 'd\\nc' > y; sort x y; sort -m x y",
    stdout: ' -rf /\na\nb\nc\nrm\na\nb\nc\nd\nb\na\nd\nc\n',
  },
  {
    source: 'uutils/coreutils#13319',
    what: 'ties of sort -rn are reversed, too',
    command:
      "printf '      1 lock/l.c 5163\\n      1 fsp/f.c 3395\\n      1 btr/b.c 672\\n      1 ./include/b.ic 53\\n' > t; sort -rn t; sort -rns t; sort -n t",
    stdout:
      '      1 lock/l.c 5163\n      1 fsp/f.c 3395\n      1 btr/b.c 672\n      1 ./include/b.ic 53\n      1 lock/l.c 5163\n      1 fsp/f.c 3395\n      1 btr/b.c 672\n      1 ./include/b.ic 53\n      1 ./include/b.ic 53\n      1 btr/b.c 672\n      1 fsp/f.c 3395\n      1 lock/l.c 5163\n',
  },
  {
    source: 'reubeno/brush#1396',
    what: 'an EXIT trap of a subshell',
    command:
      "trap 'echo parent' EXIT; ( trap 'echo T' EXIT; echo in ); ( trap 'echo T2' EXIT; exit 3 ); echo $?; x=$(trap 'echo T3' EXIT; echo a); echo \"$x\"; { trap 'echo T4' EXIT; echo p; } | cat; cat <(trap 'echo T5' EXIT; echo q); (trap 'echo T6 $?' EXIT; false); echo back",
    stdout: 'in\nT\nT2\n3\na\nT3\np\nT4\nq\nT5\nT6 1\nback\nparent\n',
  },
  {
    source: 'reubeno/brush#1219',
    what: 'a slice of a sparse array',
    command:
      'a[1]=1; echo "[${a[*]:1}][${a[*]:0:1}]"; b=([2]=x [5]=y [9]=z); echo "${b[@]:3:2}|${b[@]: -5}|${b[@]:9}|${#b[@]}|${!b[@]}"; b+=(w); declare -p b',
    stdout: '[1][1]\ny z|y z|z|3|2 5 9\ndeclare -a b=([2]="x" [5]="y" [9]="z" [10]="w")\n',
  },
  {
    source: 'reubeno/brush#1211',
    what: 'parentheses and spaces in a subscript',
    command:
      'a=1:2; b[12 + (${a#*:} * 3) + 2]=10; declare -p b; touch x2 y2; c[2 * 2]=b; declare -p c; echo "${b[4 * 5]}"',
    stdout: 'declare -a b=([20]="10")\ndeclare -a c=([4]="b")\n10\n',
  },
  {
    source: 'unixwin/niubash#48',
    what: 'set -u in arithmetic; a backslash as pattern; umask -p',
    command:
      'set -u; a=0; echo $((a)) $((a + 1)); P=\'a\\b\'; echo "${P##*\\\\}" "${P%%\\\\*}"; umask 022; umask -p; umask -S; ( echo $((nope)) ) 2>/dev/null; echo $?',
    stdout: '0 1\nb a\numask 0022\nu=rwx,g=rx,o=rx\n1\n',
  },
  {
    source: 'DataDog/rshell#215',
    what: 'xargs: -I trims, and what codes become',
    command:
      "printf '  a b \\n\\tc\\n' | xargs -I{} echo '[{}]'; echo x | xargs -I echo echo echo; printf '1\\n2\\n' | xargs -n1 sh -c 'echo $0; exit 1'; echo $?; printf '1\\n2\\n' | xargs -n1 sh -c 'echo $0; exit 255' 2>/dev/null; echo $?; echo 1 | xargs nosuchcommand 2>/dev/null; echo $?; printf 'a  b\\n\\n\"c d\" e\\\\ f\\n' | xargs -n1 echo",
    stdout: '[a b ]\n[c]\nx\n1\n2\n123\n1\n124\n127\na\nb\nc d\ne f\n',
  },
  {
    source: 'uutils/coreutils#13202',
    what: 'sort -u of lines that differ in dashes',
    command: "printf 'a\\na-\\nb\\nb-something\\nc\\nd-Xv1.txt\\nd-X-v1.txt\\n' | sort -u",
    stdout: 'a\na-\nb\nb-something\nc\nd-X-v1.txt\nd-Xv1.txt\n',
  },
  {
    source: 'reubeno/brush#1213',
    what: 'an alternative value of an empty array',
    command:
      'a=(); echo "[${a[@]+1}][${a[*]+1}][${a+1}][${a[@]-none}]"; b=(\'\'); echo "[${b[@]+1}][${b[@]:-x}][${b[@]:+y}]"; set -u; for x in "${a[@]}"; do echo no; done; echo done; n() { echo $#; }; n ${b[@]+"${b[@]}"} ; n "${a[@]+"${a[@]}"}"; n ${a[@]+"${a[@]}"}',
    stdout: '[][][][none]\n[1][x][]\ndone\n1\n0\n0\n',
  },
  {
    source: 'reubeno/brush#1175',
    what: 'a local scalar that becomes an array',
    command:
      'f() { local a; i=1; a[i]=help; declare -p a; }; f; g() { local b=x; b[2]=y; declare -p b; }; g; h() { local c; c+=(1 2); declare -p c; }; h',
    stdout: 'declare -a a=([1]="help")\ndeclare -a b=([0]="x" [2]="y")\ndeclare -a c=([0]="1" [1]="2")\n',
  },
  {
    source: 'reubeno/brush#1200',
    what: 'joined by IFS where a default is set',
    command:
      'arr=(a b c); IFS=:; unset x; : ${x:=${arr[*]}}; echo "[$x]"; y=${arr[*]}; echo "$y"; z=${u-${arr[*]}}; echo "$z"; w=$*; set -- p q; w=$*; echo "$w"; v=$@; echo "$v"; IFS=; echo "$*"; unset IFS; echo "$*"',
    stdout: '[a:b:c]\na:b:c\na:b:c\np:q\np q\npq\np q\n',
  },
  {
    source: 'oils-for-unix/oils#290',
    what: 'quoted brackets as patterns',
    command:
      'var=\'[foo]\'; echo "${var#[}" "${var#"["}" "${var#\'[\'}" "${var%]}" "${var/[[]/x}" "${var//[][]/}"; case \'[\' in \'[\') echo lit;; esac; case \']\' in []]) echo br;; esac; [[ \'[\' == [[] ]] && echo yes; v=\'a*b\'; echo "${v#a\'*\'}" "${v#a*}"',
    stdout: 'foo] foo] foo] [foo xfoo] foo\nlit\nbr\nyes\nb *b\n',
  },
  {
    source: 'everruns/bashkit#860',
    what: 'redirections are applied from left to right',
    command:
      'e() { echo out; echo err >&2; }; x=$(e 2>&1 >f); echo "x=$x f=$(cat f)"; y=$(e >f 2>&1); echo "y=$y f=$(cat f)"; z=$( { e 3>&1 1>&2 2>&3; } 2>g ); echo "z=$z g=$(cat g)"; e >f 2>f2 >f3; cat f f2 f3; e 2>&1 >/dev/null | tr a-z A-Z',
    stdout: 'x=err f=out\ny= f=out\nerr\nz=err g=out\nerr\nout\nERR\n',
  },
  {
    source: 'everruns/bashkit#1024',
    what: 'the last variable of read keeps the delimiters',
    command:
      'IFS=, ; read -r a b c <<< "1,2,3"; echo "$a|$b|$c"; unset IFS; IFS=: read -r p q <<< "foo:bar:baz"; echo "$p|$q"; IFS=: read -r p q <<< "foo:bar:"; echo "$p|$q"; IFS=: read -r p q <<< "foo:bar::"; echo "$p|$q"; IFS=\' :\' read -r p q r <<< "  a : b c : "; echo "$p|$q|$r"; IFS=: read -ra arr <<< ":x::y:"; declare -p arr',
    stdout: '1|2|3\nfoo|bar:baz\nfoo|bar\nfoo|bar::\na|b|c\ndeclare -a arr=([0]="" [1]="x" [2]="" [3]="y")\n',
  },
  {
    source: 'Univers42/hellish#126',
    what: 'attached options of read, options of mapfile, printf of times',
    command:
      "printf 'a:b' | { read -d: x; echo \"$x\"; }; printf abcdef | { read -N3 y; read -n2 z; echo \"$y $z\"; }; mapfile -t -s 1 -n 2 -O 3 m < <(printf '1\\n2\\n3\\n4\\n'); declare -p m; mapfile -d '' -t n < <(printf 'p\\0q\\0'); declare -p n; TZ=UTC printf '%(%Y-%m-%d)T\\n' 86400; printf '[%12(%H)T]\\n' 0",
    stdout:
      'a\nabc de\ndeclare -a m=([3]="2" [4]="3")\ndeclare -a n=([0]="p" [1]="q")\n1970-01-02\n[          00]\n',
  },
  {
    source: own,
    what: 'handlers of EXIT in functions, nested subshells and where they end by exit',
    command:
      "f() { trap 'echo F' EXIT; echo in; }; ( f; echo end ); ( v=1; trap 'echo v=$v' EXIT; v=2 ); ( trap 'echo outer' EXIT; ( trap 'echo inner' EXIT; : ); echo mid ); x=$(trap 'echo T' EXIT; echo a; exit 4); echo \"$x $?\"; trap 'echo P' EXIT; ( trap - EXIT; echo s ); y=$(trap -p EXIT); echo \"$y\"",
    stdout: "in\nend\nF\nv=2\ninner\nmid\nouter\na\nT 4\ns\ntrap -- 'echo P' EXIT\nP\n",
  },
  {
    source: own,
    what: 'expansions in arithmetic',
    command:
      'x=3.5; echo $(( ${x%.*} + 1 )) $(( ${#x} * 2 )); a=(1 2 3); echo $(( ${#a[@]} + ${a[1]} )); v=1.2.3; echo $(( ${v##*.} )); y=abc; echo $(( ${y:+5} + ${z:-7} )); s=12345; echo $(( ${s:1:2} )); h=08; echo $(( 10#${h} + 1 )); i=2; echo $(( a[${i}] )) $((${i}${i})); p=x; x=4; echo $(( ${!p} )); declare -A m=([k]=3); echo $(( ${m[k]} + m[k] )); o=010; echo $(( ${o} ))',
    stdout: '4 6\n5\n3\n12\n23\n9\n3 22\n4\n6\n8\n',
  },
  {
    source: own,
    what: 'a scalar that becomes an array',
    command:
      'b=x; b[2]=y; declare -p b; b+=(z); declare -p b; c=q; c[0]+=r; declare -p c; d=1; d=(5 6); d[3]=7; declare -p d; e[1]=a; declare -p e; f() { local g=h; g[1]=i; declare -p g; }; f; k=v; k[0]=w; echo $k',
    stdout:
      'declare -a b=([0]="x" [2]="y")\ndeclare -a b=([0]="x" [2]="y" [3]="z")\ndeclare -a c=([0]="qr")\ndeclare -a d=([0]="5" [1]="6" [3]="7")\ndeclare -a e=([1]="a")\ndeclare -a g=([0]="h" [1]="i")\nw\n',
  },
  {
    source: own,
    what: 'the words of alternative values',
    command:
      'n() { printf \'%s:\' $#; printf \'<%s>\' "$@"; echo; }; b=(\'\'); n ${b[@]+"${b[@]}"}; b=(1 \'2 3\' \'*\'); n ${b[@]+"${b[@]}"}; b=(); n ${b[@]+"${b[@]}"}; n ${x:-""}; n ${x:-\'\'}; n ${x+""}; y=1; n ${y+""} ${y:+\'\'}; n ${x:-"a b"} ${x:-\'c  d\'} ${x:-a b}; n ${x:-"*"}; set -- p \'q r\'; n ${1+"$@"}; n ${x-"${b[*]}"}; n a${x:-"b c"}d',
    stdout:
      '1:<>\n3:<1><2 3><*>\n0:<>\n1:<>\n1:<>\n0:<>\n2:<><>\n4:<a b><c  d><a><b>\n1:<*>\n2:<p><q r>\n1:<>\n1:<ab cd>\n',
  },
  {
    source: own,
    what: 'the last word of read',
    command:
      "IFS=' :' read -r p q r <<< '  a : b c : '; echo \"$p|$q|$r|\"; IFS=: read -r p q <<< 'a:b '; echo \"$p|$q|\"; IFS=' ,' read -r p q <<< 'a , b , c , '; echo \"$p|$q|\"; IFS=' ,' read -r p q <<< 'a , b  ,  '; echo \"$p|$q|\"; IFS=, read -r p <<< ' a , '; echo \"[$p]\"",
    stdout: 'a|b|c|\na|b |\na|b , c ,|\na|b|\n[ a , ]\n',
  },
  {
    source: own,
    what: 'sort -m merges lines of files as they are',
    command:
      "printf 'b\\na' > x; printf 'd\\nc' > y; sort -m x y; printf '1\\n3\\n' > x; printf '2\\n4\\n' > y; sort -m x y; sort -mn x y; sort -mr y x; sort -mu x x y",
    stdout: 'b\na\nd\nc\n1\n2\n3\n4\n1\n2\n3\n4\n2\n4\n1\n3\n1\n2\n3\n4\n',
  },
  {
    source: 'reubeno/brush#421',
    what: 'quotes in a here-document',
    command:
      'sed \'s/nice/cool/\' <<-EOF\n\t"nice" \'nice\' \\"nice\\" \\$x \\\\ `echo nice` $(echo "nice")\n\tEOF\ncat <<"E F"\n$x \\$ "q"\nE F',
    stdout: '"cool" \'nice\' \\"nice\\" $x \\ nice nice\n$x \\$ "q"\n',
  },
  {
    source: 'uutils/coreutils#5795',
    what: 'cut with a newline as delimiter',
    command:
      "{ printf 'a:1\\nb:' | cut -d$'\\n' -f1; printf 'a\\nb\\nc\\n' | cut -d$'\\n' -f2-; printf 'a:b:c\\nnone\\n' | cut -d: -f2,1; printf 'a:b\\nnone\\n' | cut -sd: -f2; printf 'abc\\n' | cut -c2-; printf 'a:b:c\\n' | cut -d: --complement -f2; printf 'a:b:c\\n' | cut -d: -f1,3 --output-delimiter=' - '; } | od -c",
    stdout:
      '0000000   a   :   1  \\n   b  \\n   c  \\n   a   :   b  \\n   n   o   n   e\n0000020  \\n   b  \\n   b   c  \\n   a   :   c  \\n   a       -       c  \\n\n0000040\n',
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
  {
    source: 'strukto-ai/mirage#1150',
    what: 'find -prune in each place',
    command:
      'mkdir -p d/skip/in d/keep; touch d/skip/a d/skip/in/b d/keep/c d/e; find d -path d/skip -prune -o -type f -print | sort; echo -; find d -name skip -prune -o -print | sort; echo -; find d \\( -name skip -o -name keep \\) -prune -o -type f -print; echo -; find d -type d ! -name keep -prune; echo -; find d -depth -name skip -prune -o -type f -print | sort; echo -; find d -type f -print -o -name keep -print | sort',
    stdout:
      'd/e\nd/keep/c\n-\nd\nd/e\nd/keep\nd/keep/c\n-\nd/e\n-\nd\n-\nd/e\nd/keep/c\nd/skip/a\nd/skip/in/b\n-\nd/e\nd/keep\nd/keep/c\nd/skip/a\nd/skip/in/b\n',
  },
  {
    source: '01mf02/jaq#232',
    what: 'fractions as indices, as a limit and as a code',
    command:
      "jq -nc '\"abcd\"[1.9:2.9], [limit(2.1; 1,2,3,4,5)], ([0,1,2,3][1.2:2.5]), [range(0;1.4)], [range(0;2;0.5)], (1.1|floor), -1.5 % 2, 5 % -2, (10/4)'; jq -n '[106.9, 113.0] | implode'",
    stdout: '"bc"\n[1,2,3]\n[1,2]\n[0,1]\n[0,0.5,1,1.5]\n1\n-1\n1\n2.5\n"jq"\n',
  },
  {
    source: 'jqlang/jq#2406',
    what: 'tonumber? goes on after a failure',
    command:
      'jq -c \'[.[]| tonumber?]\' <<< \'["1", "invalid2", "3", 4, "0x10"]\'; jq -c \'.[] | try tonumber catch "no"\' <<< \'["1","x"]\'',
    stdout: '[1,3,4]\n1\n"no"\n',
  },
  {
    source: 'rust-works/succinctly#991',
    what: 'what jq says of joins and replacements that are no strings',
    command:
      "echo '[1,2]' | jq -c 'try join(1) catch .'; echo '\"a\"' | jq -c 'try sub(\"a\"; 5) catch .'; jq -nc '[1,null,\"a\",true] | join(\"-\")'; jq -nc '[[1,\"a\\\"b\",null,true]] | .[] | @csv, @tsv, @sh'; jq -nc 'try ([[1,[2]]]|.[]|@csv) catch .'; jq -nc '[[1,2],[3,4]] | [combinations]'",
    stdout:
      '"string (\\"1\\") and number (1) cannot be added"\n"string (\\"\\") and number (5) cannot be added"\n"1--a-true"\n"1,\\"a\\"\\"b\\",,true"\n"1\\ta\\"b\\t\\ttrue"\n"1 \'a\\"b\' null true"\n"array ([2]) is not valid in a csv row"\n[[1,3],[1,4],[2,3],[2,4]]\n',
  },
  {
    source: 'onetrueawk/awk#225',
    what: 'split at a character keeps newlines',
    command:
      'awk \'BEGIN{n=split("axa\\n",a,"x"); print n "<" a[2] ">"; n=split("axa\\n",a,/x/); print n "<" a[2] ">"; n=split(" a \\n b ",b); print n b[2]; n=split("a.b",c,"."); print n; n=split("",d,"x"); print n; n=split("abc",e,""); print n e[3]}\'',
    stdout: '2<a\n>\n2<a\n>\n2b\n2\n0\n3c\n',
  },
  {
    source: 'everruns/bashkit#810',
    what: 'an expression as the format of awk printf',
    command:
      'echo "my-project" | awk \'{for(i=1;i<=NF;i++) printf substr($i,1,1)} END {print ""}\'; awk \'BEGIN { f = "%d-%s\\n"; printf f, 3, "x"; printf("%s" "%s\\n", 1, 2); printf "a" "b\\n"; printf ("%5.2f|%-4s|%c%c\\n"), 3.14159, "ab", 65, "hello" }\'',
    stdout: 'm\n3-x\n12\nab\n 3.14|ab  |Ah\n',
  },
];
