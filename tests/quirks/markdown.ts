/**
 * Markdown as models and people write it, in our own words. `source`: repository and thread; `own` where we know no
 * report. `shown`: tags and text, without classes; undefined where the text stays as it is written.
 */
type MarkdownRow = { source: string; text: string; shown?: string };

const strong = (text: string) => `<strong>${text}</strong>`;

export const markdownRows: readonly MarkdownRow[] = [
  { source: 'qwen-code#9456', text: '**注意：**请先备份', shown: `${strong('注意：')}请先备份` },
  { source: 'codex#37531', text: '使用**`x`**完成', shown: `使用${strong('<code>x</code>')}完成` },
  {
    source: 'codex#37531',
    text: '**[a](https://a.example)**后',
    shown: `${strong('<a>a</a>')}后`,
  },
  { source: 'opencode#38490', text: '**Note:**text', shown: `${strong('Note:')}text` },
  { source: 'qwen-code#9456', text: '含**「重点」**内容', shown: `含${strong('「重点」')}内容` },
  { source: 'qwen-code#9456', text: '和**（x）**后', shown: `和${strong('（x）')}后` },
  { source: 'own', text: '他说**“你好”**。', shown: `他说${strong('“你好”')}。` },
  { source: 'own', text: '**中文**English', shown: `${strong('中文')}English` },
  { source: 'own', text: '中文**bold**中文', shown: `中文${strong('bold')}中文` },
  { source: 'own', text: '**太字。**次の文', shown: `${strong('太字。')}次の文` },
  { source: 'own', text: 'これは**「強調」**です', shown: `これは${strong('「強調」')}です` },
  { source: 'own', text: '**한국어(Korean)**은', shown: `${strong('한국어(Korean)')}은` },
  { source: 'own', text: '*强调。*后面', shown: '<em>强调。</em>后面' },
  { source: 'own', text: '**a (**b**) c**', shown: strong(`a (${strong('b')}) c`) },
  { source: 'own', text: '*(**x**)*', shown: `<em>(${strong('x')})</em>` },
  { source: 'own', text: '2 * 3 * 4 = 24' },
  { source: 'own', text: 'f(a, **kw) and g(**kw)' },
  { source: 'own', text: '*.ts, *.js' },
  { source: 'own', text: 'snake_case_name_here' },
  { source: 'pi#2332', text: '约~12万和~510万' },
  { source: 'opensquilla#1111', text: '1~3 and 5~7' },
  { source: 'vscode#323199', text: 'takes ~3~5 minutes' },
  { source: 'own', text: '~/a and ~/b' },
  { source: 'own', text: '~~old~~ new', shown: '<del>old</del> new' },
  { source: 'own', text: '~~**a**~~ b', shown: `<del>${strong('a')}</del> b` },
  { source: 'own', text: '~~旧。~~新', shown: '<del>旧。</del>新' },
  { source: 'llama.cpp#17462', text: 'one<br>two', shown: 'one<br/>two' },
  { source: 'lmstudio-bug-tracker#1175', text: 'one<br />two<BR/>three', shown: 'one<br/>two<br/>three' },
  { source: 'own', text: '<b>bold</b>', shown: '&lt;b>bold&lt;/b>' },
  {
    source: 'claude-code#64437',
    text: 'Cost is $5; use `a$` there',
    shown: 'Cost is $5; use <code>a$</code> there',
  },
  {
    source: 'kimi-code#1035',
    text: 'Call $fetch and then `$refs.x`',
    shown: 'Call $fetch and then <code>$refs.x</code>',
  },
  { source: 'claude-code#64437', text: '$HOME/bin:$PATH' },
  { source: 'own', text: 'between $5 and $10, or $5/$10' },
  { source: 'own', text: '$5/month or $60/year' },
  { source: 'own', text: 'export A=$B; echo $C$D' },
  { source: 'own', text: 'US$5, then A$7b' },
  { source: 'lobehub#16788', text: '[^1]: Smith2020' },
  {
    source: 'lobehub#16788',
    text: 'As said.[^1]\n\n[^1]: Smith2020, page 3',
    shown: 'As said.[^1]|[^1]: Smith2020, page 3',
  },
  {
    source: 'own',
    text: '见 https://a.example/x。下一句',
    shown: '见 <a>https://a.example/x</a>。下一句',
  },
  {
    source: 'own',
    text: '（https://a.example/x），然后',
    shown: '（<a>https://a.example/x</a>），然后',
  },
  { source: 'own', text: 'https://a.example/路径/文', shown: '<a>https://a.example/路径/文</a>' },
  { source: 'own', text: '1\\. no list', shown: '1. no list' },
];
