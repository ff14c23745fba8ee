/**
 * Markdown as models and people write it, in our own words. `source`: repository and thread; `own` where we know no
 * report. `shown`: tags and text, without classes; undefined where the text stays as it is written.
 */
type MarkdownRow = { source: string; text: string; shown?: string };

const strong = (text: string) => `<strong>${text}</strong>`;

/** A table of two columns and one row, as written and as shown. */
const table = (one: string, two: string) => `| a | b |\n|---|---|\n| ${one} | ${two} |`;
const shownTable = (one: string, two: string) =>
  `<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>${one}</td><td>${two}</td></tr></tbody></table></div>`;

/** A block of code, as the test writes it: its lines between those of its fence. */
const codeOf = (text: string) => `code: ${text.split('\n').slice(1, -1).join('\n')}`;

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
  {
    source: 'vicoa-ai/vicoa#55',
    text: '已开:**https://a.example/pull/54**(rebase 到最新 main)。',
    shown: `已开:${strong('<a>https://a.example/pull/54</a>')}(rebase 到最新 main)。`,
  },
  {
    source: 'CherryHQ/cherry-studio#19136',
    text: '**https://a.example/x**（note）',
    shown: `${strong('<a>https://a.example/x</a>')}（note）`,
  },
  {
    source: 'openchamber/openchamber#3039',
    text: '访问 https://a.example/docs（中文说明）了解更多',
    shown: '访问 <a>https://a.example/docs</a>（中文说明）了解更多',
  },
  { source: 'omnigent-ai/omnigent#5013', text: '$/PR is down but $/session is up' },
  { source: 'ziatdinovmax/SciLink#640', text: '约 ~$0.79/m³ and then $300/t, ~5 kg' },
  {
    source: 'Mininglamp-OSS/octo-web#1656',
    text: '详见https://a.example/a」然后，《https://a.example/b》〈https://a.example/c〉',
    shown:
      '详见<a>https://a.example/a</a>」然后，《<a>https://a.example/b</a>》〈<a>https://a.example/c</a>〉',
  },
  {
    source: 'ZenNotes/zennotes#319',
    text: table('$P(A|B)$', 'x'),
    shown: shownTable('<span>$P(A|B)$</span>', 'x'),
  },
  {
    source: 'ZenNotes/zennotes#319',
    text: table('$\\{x | x > 0\\}$', '$|x|$'),
    shown: shownTable('<span>$\\{x | x > 0\\}$</span>', '<span>$|x|$</span>'),
  },
  { source: 'ZenNotes/zennotes#319', text: table('$5', '$10'), shown: shownTable('$5', '$10') },
  { source: 'own', text: table('`a|b`', 'x'), shown: shownTable('<code>a|b</code>', 'x') },
  { source: 'own', text: table('`a', 'b`'), shown: shownTable('`a', 'b`') },
  {
    source: 'esengine/DeepSeek-Reasonix#4320',
    text: table(String.raw`$\|uud\rangle$`, 'x'),
    shown: shownTable(String.raw`<span>$|uud\rangle$</span>`, 'x'),
  },
  {
    source: 'esengine/DeepSeek-Reasonix#4320',
    text: String.raw`$$\begin{array}{c|c} a & b \end{array}$$`,
    shown: String.raw`<span>$$\begin{array}{c|c} a &amp; b \end{array}$$</span>`,
  },
  {
    source: 'stablyai/orca#19764',
    text: '3. Third\n4. Fourth',
    shown: '<ol start="3"><li>Third</li><li>Fourth</li></ol>',
  },
  {
    source: 'open-webui/open-webui#5369',
    text: '1. Alex\n\nText between\n\n2. Sophia',
    shown: '<ol start="1"><li>Alex</li></ol>|Text between|<ol start="2"><li>Sophia</li></ol>',
  },
  ...[
    ['DEEIX-AI/DEEIX-Chat#735', '```markdown\n# Plan\n\n```text\nDONE\n```\n\n## Notes\n```'],
    ['FiligranHQ/filigran-ui#288', '~~~md\nOne\n~~~json\n{ "a": 1 }\n~~~\nTwo\n~~~'],
    ['i-am-bee/agentstack#1110', '~~~markdown\nFirst\n```py\nfoo="bar"\n```\nSecond\n~~~'],
    ['anomalyco/opencode#21512', '````md\n```ruby\nputs 1\n```\n**B**\n````'],
    ['own', '```markdown\n```js\nlet a;\n```\n```'],
    ['own', '```markdown\n# One\n```'],
  ].map(([source = '', text = '']) => ({
    source,
    text: `${text}\n\nAfter.`,
    shown: `${codeOf(text)}|After.`,
  })),
  {
    source: 'newo-ether/Agora#72',
    text: '<button>Click me</button>',
    shown: '&lt;button>Click me&lt;/button>',
  },
  {
    source: 'omnigent-ai/omnigent#7485',
    text: 'Keep <exact lines> visible.',
    shown: 'Keep &lt;exact lines> visible.',
  },
  {
    source: 'omnigent-ai/omnigent#7485',
    text: '<exact line(s) that needs\nso any',
    shown: '&lt;exact line(s) that needs\nso any',
  },
  { source: 'bcurts/agentchattr#43', text: 'where a < b and c > d', shown: 'where a &lt; b and c > d' },
  {
    source: 'intent-hq/intent#1119',
    text: 'H<sub>2</sub>O, x<SUP>*n*</SUP>',
    shown: 'H<sub>2</sub>O, x<sup><em>n</em></sup>',
  },
  { source: 'own', text: '<sub>open', shown: '&lt;sub>open' },
  { source: 'own', text: '1\\. no list', shown: '1. no list' },
  {
    source: 'futuregene/future-os#744',
    text: '- **复现：**10 轮对话',
    shown: `<ul><li>${strong('复现：')}10 轮对话</li></ul>`,
  },
  {
    source: 'kirodotdev/KiroCrew#2171',
    text: '（https://a.example/1）和【https://b.example/2】',
    shown: '（<a>https://a.example/1</a>）和【<a>https://b.example/2</a>】',
  },
  {
    source: 'stablyai/orca#13330',
    text: '成本 **$148+ → $19**（省 **87%**，年省 ~$1,550）；降到 $15.4/月',
    shown: `成本 ${strong('$148+ → $19')}（省 ${strong('87%')}，年省 ~$1,550）；降到 $15.4/月`,
  },
  {
    source: 'supabase/supabase#42521',
    text: '1. One\n```\na\n```\n\n2. Two\n```\nb\n```\n\n3. Three',
    shown: [
      ...['<ol start="1"><li>One</li></ol>', 'code: a', '<ol start="2"><li>Two</li></ol>', 'code: b'],
      '<ol start="3"><li>Three</li></ol>',
    ].join('|'),
  },
  {
    source: 'osaurus-ai/osaurus#2332',
    text: table(String.raw`$O(n)$ or \(O(n \log n)\).`, 'x'),
    shown: shownTable(String.raw`<span>$O(n)$</span> or <span>\(O(n \log n)\)</span>.`, 'x'),
  },
];
