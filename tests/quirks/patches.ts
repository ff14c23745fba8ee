/**
 * Patches as other programs write them. `source`: repository and thread; `own` where we know no report. `after`: the
 * files afterwards; a file that must be gone is `null`.
 */
export type PatchRow = {
  source: string;
  what: string;
  before: Readonly<Record<string, string>>;
  patch: string;
  after: Readonly<Record<string, string | null>>;
};

export const patchRows: readonly PatchRow[] = [
  {
    source: 'matiasb/python-unidiff#119',
    what: 'a quoted name with octal bytes is taken literally',
    before: { 'docs/Bug 排查.md': 'a\n' },
    patch:
      'diff --git "a/docs/Bug \\346\\216\\222\\346\\237\\245.md" "b/docs/Bug \\346\\216\\222\\346\\237\\245.md"\n--- "a/docs/Bug \\346\\216\\222\\346\\237\\245.md"\n+++ "b/docs/Bug \\346\\216\\222\\346\\237\\245.md"\n@@ -1 +1 @@\n-a\n+b\n',
    after: { 'docs/Bug 排查.md': 'b\n' },
  },
  {
    source: 'kpdecker/jsdiff#640',
    what: 'a rename without changes is ignored',
    before: { 'README.md': 'a\n' },
    patch:
      'diff --git a/README.md b/README-2.md\nsimilarity index 100%\nrename from README.md\nrename to README-2.md\n',
    after: { 'README.md': null, 'README-2.md': 'a\n' },
  },
  {
    source: 'GitGuardian/ggshield#327',
    what: 'a change of mode, a rename and an edit together lose the name',
    before: { 'old name.sh': 'a\nb\n' },
    patch:
      'diff --git a/old name.sh b/new name.sh\nold mode 100644\nnew mode 100755\nsimilarity index 50%\nrename from old name.sh\nrename to new name.sh\nindex 422c2b7..84d55c5\n--- a/old name.sh\t\n+++ b/new name.sh\t\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    after: { 'old name.sh': null, 'new name.sh': 'a\nc\n' },
  },
  {
    source: 'matiasb/python-unidiff#143',
    what: 'two files created one after the other are one',
    before: {},
    patch: '--- /dev/null\n+++ b/1.txt\n@@ -0,0 +1 @@\n+a\n--- /dev/null\n+++ b/2.txt\n@@ -0,0 +1 @@\n+b\n',
    after: { '1.txt': 'a\n', '2.txt': 'b\n' },
  },
  {
    source: 'boozedog/pi-codemode#58',
    what: 'a hunk without counts is skipped, and success is said',
    before: { 'a.txt': 'a\nb\nc\n' },
    patch: '--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-b\n+B\n',
    after: { 'a.txt': 'a\nB\nc\n' },
  },
  {
    source: 'vybestack/llxprt-code#3033',
    what: 'a deleted file stays, empty',
    before: { 'a.txt': 'a\nb\n' },
    patch: '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n',
    after: { 'a.txt': null },
  },
  {
    source: 'own',
    what: 'a blank line of the context is whole in the patch',
    before: { 'a.txt': 'foo\n\nbar\n' },
    patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n foo\n \n-bar\n+baz\n',
    after: { 'a.txt': 'foo\n\nbaz\n' },
  },
  {
    source: 'own',
    what: 'the mail header and the signature of git format-patch are taken for lines of the patch',
    before: { 'a.txt': 'one\ntwo\n' },
    patch:
      'From 1d0c7e6f0a5b7c3d2e1f00000000000000000000 Mon Sep 17 00:00:00 2001\nFrom: A U Thor <a@example.org>\nDate: Thu, 2 Apr 2026 10:00:00 +0000\nSubject: [PATCH] Change two\n\nBecause.\n---\n a.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/a.txt b/a.txt\nindex 814f4a4..b9a0e5c 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n-- \n2.39.2\n\n',
    after: { 'a.txt': 'one\n2\n' },
  },
  {
    source: 'own',
    what: 'a deleted line of two dashes is taken for a signature',
    before: { 'a.sql': 'x\n-- \ny\n' },
    patch: '--- a/a.sql\n+++ b/a.sql\n@@ -1,3 +1,2 @@\n x\n--- \n y\n',
    after: { 'a.sql': 'x\ny\n' },
  },
];
