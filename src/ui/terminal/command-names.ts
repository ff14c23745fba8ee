/** The commands of the shell, for completion; a test compares them with those of the runtime. */

/** Built into bash; the shell's library names only its other commands. */
export const builtins: readonly string[] = (
  'break cd continue declare dirs echo eval exec exit export getopts hash let local mapfile popd ' +
  'printf pushd pwd read readarray readonly return set shift shopt source test type typeset unset'
).split(' ');

export const programs: readonly string[] = (
  'alias awk b2sum base32 base64 basename bash bc cat chmod cksum clear cmp column comm convert cp ' +
  'csplit curl cut date dd diff dirname disown du echo egrep env expand expr factor false fgrep file ' +
  'find fold gawk git grep gunzip gzip head help hexdump history hostname iconv id identify install jobs ' +
  'join jq kill less ln ls magick md5sum mkdir mktemp mogrify more mv nl node nohup npm nproc npx ' +
  'numfmt od open paste patch printenv printf pwd python python3 qjs readlink realpath rev rg rm ' +
  'rmdir sed seq sh sha1sum sha224sum sha256sum sha384sum sha512sum shuf sleep sort split sqlite3 ' +
  'stat strings sudo sync tac tail tar tee time timeout touch tr trap tree true truncate ulimit umask ' +
  'unalias uname unexpand uniq unzip wc wget which whoami xargs xxd yes zcat zip'
).split(' ');
