/** Changes and searches of files that other agents got wrong, each in a public report. */
import { describe, expect, it } from 'vitest';
import { encodeText } from '#workers/text/encoding/encode-text.ts';
import type { TextEncoding } from '#workers/text/encoding/find-encoding.ts';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { edit } from '#workers/tools/files/edit.ts';
import { grep } from '#workers/tools/files/grep.ts';
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
