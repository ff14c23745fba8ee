/** Changes and searches of files that other agents got wrong, each in a public report. */
import { describe, expect, it } from 'vitest';
import { encodeText } from '#workers/text/encoding/encode-text.ts';
import type { TextEncoding } from '#workers/text/encoding/find-encoding.ts';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { edit } from '#workers/tools/files/edit.ts';
import { glob } from '#workers/tools/files/glob.ts';
import { grep } from '#workers/tools/files/grep.ts';
import { writeFile } from '#workers/tools/files/write-file.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

type Row = {
  source: string;
  what: string;
  encoding: TextEncoding['name'];
  before: string;
  /** What is replaced by what, or the hunk of a patch. */
  change: [old: string, fresh: string] | string;
  after: string;
};

const rows: Row[] = [
  {
    source: 'anthropics/claude-code#85842',
    what: 'a byte far from the edit becomes U+FFFD',
    encoding: 'windows-1252',
    before: `one\n${'plain\n'.repeat(1_000)}Acme™ and more\n`,
    change: ['one', 'two'],
    after: `two\n${'plain\n'.repeat(1_000)}Acme™ and more\n`,
  },
  {
    source: 'anthropics/claude-code#7134',
    what: 'Portuguese is written as UTF-8',
    encoding: 'windows-1252',
    before: "// configuração\r\nShowMessage('não');\r\n",
    change: ["'não'", "'não há configuração'"],
    after: "// configuração\r\nShowMessage('não há configuração');\r\n",
  },
  {
    source: 'anthropics/claude-code#10985',
    what: 'Windows-1251 is converted to UTF-8',
    encoding: 'windows-1251',
    before: '<?php // настройки сервера\n$a = 1;\n',
    change: ['$a = 1;', '$a = 2; // новое'],
    after: '<?php // настройки сервера\n$a = 2; // новое\n',
  },
  {
    source: 'anthropics/claude-code#36104',
    what: 'GB2312 is converted to UTF-8',
    encoding: 'gbk',
    before: '// 读取配置文件，返回设置\nint a = 1;\n',
    change: ['int a = 1;', 'int a = 2; // 新'],
    after: '// 读取配置文件，返回设置\nint a = 2; // 新\n',
  },
  {
    source: 'anthropics/claude-code#62723',
    what: 'a new line of Japanese is UTF-8 in a Shift-JIS file',
    encoding: 'shift_jis',
    before: '# 設定ファイル\r\nname=テスト\r\n',
    change: ['name=テスト', 'name=テスト\ncolor=赤'],
    after: '# 設定ファイル\r\nname=テスト\r\ncolor=赤\r\n',
  },
  {
    source: 'anthropics/claude-code#93954',
    what: 'single signs of Latin-1 are lost',
    encoding: 'windows-1252',
    before: '<p>5¢ for ½ cup • “sweet”</p>\n',
    change: ['sweet', 'sour'],
    after: '<p>5¢ for ½ cup • “sour”</p>\n',
  },
  {
    source: 'anthropics/claude-code#34695',
    what: 'a .properties file in Latin-1 is broken',
    encoding: 'windows-1252',
    before: 'a=La password è scaduta\n',
    change: ['a=', 'b=Perché\na='],
    after: 'b=Perché\na=La password è scaduta\n',
  },
  {
    source: 'openai/codex#27784',
    what: 'a patch does not find the first line behind a byte order mark',
    encoding: 'utf-8',
    before: '\ufeffconst value = 1;\n',
    change: '@@ -1 +1 @@\n-const value = 1;\n+const value = 2;\n',
    after: '\ufeffconst value = 2;\n',
  },
  {
    source: 'openai/codex#4003',
    what: 'a patch mixes line ends',
    encoding: 'utf-8',
    before: 'a\r\nb\r\nc\r\n',
    change: '@@ -1,3 +1,4 @@\n a\n-b\n+B\n+new\n c\n',
    after: 'a\r\nB\r\nnew\r\nc\r\n',
  },
  {
    source: 'openai/codex#25048',
    what: 'a line that is only added has another line end',
    encoding: 'utf-8',
    before: 'a\r\nb\r\n',
    change: '@@ -1,0 +2 @@\n+new\n',
    after: 'a\r\nnew\r\nb\r\n',
  },
  {
    source: 'openai/codex#21164',
    what: 'a patch of a file that is not UTF-8 is refused',
    encoding: 'windows-1252',
    before: 'Größe\r\nMaß\r\n',
    change: '@@ -2 +2 @@\n-Maß\n+Maße\n',
    after: 'Größe\r\nMaße\r\n',
  },
  {
    source: 'use-agent-os/agent-os#1577',
    what: 'a blank line of the context without its space is skipped',
    encoding: 'utf-8',
    before: 'foo\n\nbar\n',
    change: '@@ -1,3 +1,3 @@\n foo\n\n-bar\n+baz\n',
    after: 'foo\n\nbaz\n',
  },
  {
    source: 'use-agent-os/agent-os#1577',
    what: 'a blank line behind the hunk is added',
    encoding: 'utf-8',
    before: 'foo\nbar\n\nbaz\nx\n',
    change: '@@\n foo\n-bar\n+qux\n\n@@\n baz\n-x\n+y\n',
    after: 'foo\nqux\n\nbaz\ny\n',
  },
  ...['-1,5 +1,5', '-1,1 +1,1', '-1,2 +1,9'].map((counts): Row => ({
    source: 'use-agent-os/agent-os#2225',
    what: `false counts (${counts}) cost a line`,
    encoding: 'utf-8',
    before: 'a\nb\nc\nd\ne\nf\n',
    change: `@@ ${counts} @@\n a\n-b\n+B\n c\n@@ -5,9 +5,9 @@\n e\n-f\n+F\n`,
    after: 'a\nB\nc\nd\ne\nF\n',
  })),
  {
    source: 'open-octo/octo-agent#1224',
    what: 'an edit changes the line ends of other lines',
    encoding: 'utf-8',
    before: 'a\r\nb\nc\r\n',
    change: ['b', 'B'],
    after: 'a\r\nB\nc\r\n',
  },
  {
    source: 'anomalyco/opencode#45892',
    what: 'dollar signs of the new text are patterns',
    encoding: 'utf-8',
    before: 'log("done");\n',
    change: ['"done"', '"$& $1 $$ $\' $` $<x> ok"'],
    after: 'log("$& $1 $$ $\' $` $<x> ok");\n',
  },
  {
    source: 'anomalyco/opencode#49600',
    what: 'a byte of Latin-1 in another line becomes U+FFFD',
    encoding: 'windows-1252',
    before: 'const x = 1;\n// café note\n',
    change: ['const x = 1;', 'const x = 2;'],
    after: 'const x = 2;\n// café note\n',
  },
];

describe('a change of a file', () => {
  it.each(rows)('$source: $what', async ({ encoding, before, change, after }) => {
    const { run, files } = await createTestWorkspace({ 'a.txt': new Blob([encodeText(before, encoding)]) });
    await (typeof change === 'string'
      ? run(applyPatch, { patch: `--- a/a.txt\n+++ b/a.txt\n${change}` })
      : run(edit, { path: 'a.txt', old_string: change[0], new_string: change[1] }));
    const bytes = new Uint8Array(await (await files.read('a.txt')).arrayBuffer());
    expect([...bytes]).toEqual([...encodeText(after, encoding)]);
  });
});

describe('a patch that does not fit exactly changes nothing', () => {
  it.each([
    [
      'openclaw/openclaw#116128',
      'other white space',
      '\tif (x) {\n\t\tfoo();   \n\t}\n',
      '@@ -1,3 +1,3 @@\n     if (x) {\n-        foo();\n+        bar();\n     }\n',
    ],
    ['openclaw/openclaw#116128', 'another apostrophe', 'it’s\nb\n', "@@ -1,2 +1,2 @@\n it's\n-b\n+B\n"],
    [
      'openclaw/openclaw#124379',
      'a line that an earlier hunk used',
      'a\nb\nc\n',
      '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -3 +3 @@\n-c\n+C\n',
    ],
  ])('%s: %s', async (_source, _what, before, hunks) => {
    const { run, files } = await createTestWorkspace({ 'a.txt': before });
    const change = run(applyPatch, { patch: `--- a/a.txt\n+++ b/a.txt\n${hunks}` });
    await expect(change).rejects.toThrow(/nothing was changed[^]*does not match/);
    expect(await (await files.read('a.txt')).text()).toBe(before);
  });
});

describe('an addition to the end', () => {
  it.each([
    ['\ufeffhi\r\n', 'utf-16le', '\ufeffhi\r\né\r\nmore\r\n'],
    ['a\r\nb\r\n', 'utf-8', 'a\r\nb\r\né\r\nmore\r\n'],
  ] as const)('keeps encoding and line ends (MoonshotAI/kimi-code#3946): %j', async (before, name, after) => {
    const { run, files } = await createTestWorkspace({ 'a.txt': new Blob([encodeText(before, name)]) });
    await run(writeFile, { path: 'a.txt', content: 'é\nmore\n', mode: 'append' });
    const bytes = new Uint8Array(await (await files.read('a.txt')).arrayBuffer());
    expect([...bytes]).toEqual([...encodeText(after, name)]);
  });
});

it.each(['     3\t', '3:', 'a.ts:3:'])(
  'a text with the number of its line is shown without it (open-octo/octo-agent#1224): %j',
  async (number) => {
    const { run } = await createTestWorkspace({ 'a.ts': 'one();\ntwo();\n  const total = 1;\n' });
    const change = run(edit, { path: 'a.ts', old_string: `${number}  const total = 1;`, new_string: 'x' });
    await expect(change).rejects.toThrow(/3: {3}const total = 1;\n.*without the line numbers/);
  },
);

describe('glob', () => {
  const names = ['.github/workflows/a.yml', '.eslintrc.json', 'x/.env.example', '2026/07/26.md', 'x/b.yml'];
  it.each([
    ['anomalyco/opencode#45911', '.github/workflows/*.yml', '.github/workflows/a.yml'],
    ['anomalyco/opencode#45911', '.eslintrc.json', '.eslintrc.json'],
    ['anomalyco/opencode#45911', '**/.env.example', 'x/.env.example'],
    ['github/copilot-cli#4271', '2026/07/26.md', '2026/07/26.md'],
    ['github/copilot-cli#4271', '2026/07/*.md', '2026/07/26.md'],
    ['github/copilot-cli#4271', './2026/**', '2026/07/26.md'],
  ])('%s: finds %s', async (_source, pattern, found) => {
    const { run } = await createTestWorkspace(Object.fromEntries(names.map((name) => [name, '1'])));
    expect(await run(glob, { pattern })).toBe(found);
  });
});

describe('a search that shows a part says so', () => {
  const lines = (count: number) => 'a match\n'.repeat(count);

  it('where the limit is reached (claude-supertool#448)', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': lines(3), 'b.txt': lines(2) });
    expect(await run(grep, { pattern: 'match', limit: 1 })).toBe(
      'a.txt:1:a match\n\n(5 matches in 2 files: a.txt 3, b.txt 2. Continue with offset 2.)',
    );
  });

  it('and says nothing where it is all (code_puppy#904)', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': lines(3) });
    expect(await run(grep, { pattern: 'match', limit: 3 })).toBe(
      'a.txt:1:a match\na.txt:2:a match\na.txt:3:a match',
    );
  });

  it('where one file has more than the limit of a file (opentrace#377)', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': lines(2_000), 'b.txt': lines(4) });
    expect(await run(grep, { pattern: 'match' })).toMatch(/2004 matches in 2 files: a\.txt 2000, b\.txt 4/);
  });
});
