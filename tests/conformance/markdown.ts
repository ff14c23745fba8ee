/**
 * `markdown.ts <spec.txt> …`: the examples of CommonMark and of GFM. Our lexer reads each, the HTML renderer of its library
 * writes it, and tags, attributes and text are compared with those of the example. The app itself shows HTML as text.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
// htmlparser2: compares HTML by what it means, not by how it is written.
import { Parser as HtmlParser } from 'htmlparser2';
import { Parser, Renderer, type Token } from 'marked';
import { initialLexerState, lexIncrementally } from '#src/ui/markdown/incremental-lexer.ts';
import { knownExamples } from './markdown-known.ts';

type Example = { number: number; section: string; markdown: string; html: string };

let failures = 0;
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const name = text.includes('GitHub Flavored') ? 'GFM' : 'CommonMark';
  const examples = readExamples(text);
  const known = knownExamples[name] ?? new Map<number, string>();
  const failing = examples.filter((each) => meaningOf(render(each.markdown)) !== meaningOf(each.html));
  for (const { number, section, markdown, html } of failing)
    if (!known.has(number)) {
      failures++;
      console.log(
        `FAILED ${name} ${number} (${section}): ${JSON.stringify(markdown)}\n  wanted ${JSON.stringify(html)}\n  got    ${JSON.stringify(render(markdown))}`,
      );
    }
  for (const number of known.keys())
    if (!failing.some((each) => each.number === number)) {
      failures++;
      console.log(`${name} ${number} passes; remove it from markdown-known.ts`);
    }
  if (examples.length === 0) failures++;
  console.log(
    `${name} (${basename(file)}): ${examples.length - failing.length} of ${examples.length} examples pass, ${known.size} are known to differ`,
  );
}
process.exitCode = failures > 0 ? 1 : 0;

/** Between two lines of 32 backticks; a point divides Markdown and HTML, an arrow is a tab. */
function readExamples(text: string): Example[] {
  const fence = '`'.repeat(32);
  const pattern = new RegExp(
    `^#{1,6} (.*)$|^${fence} example[^\\n]*\\n([^]*?)^\\.\\n([^]*?)^${fence}$`,
    'gm',
  );
  const examples: Example[] = [];
  let section = '';
  for (const [, heading, markdown, html] of text.matchAll(pattern))
    if (heading !== undefined) section = heading;
    else
      examples.push({
        number: examples.length + 1,
        section,
        markdown: (markdown ?? '').replaceAll('→', '\t'),
        html: (html ?? '').replaceAll('→', '\t'),
      });
  return examples;
}

function render(markdown: string): string {
  const { tokens } = lexIncrementally(initialLexerState, markdown, false);
  const extensions = {
    renderers: { math: ({ raw }: { raw: string }) => raw },
    childTokens: {},
  };
  const renderer = new Renderer();
  const parser = new Parser({ renderer, extensions });
  renderer.parser = parser;
  return parser.parse(tokens as Token[]);
}

/** Tags with their attributes in order, and text; white space counts in code only. */
function meaningOf(html: string): string {
  const parts: string[] = [];
  let code = 0;
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      if (name === 'pre') code++;
      const pairs = Object.entries(attributes).toSorted(([one], [other]) => one.localeCompare(other));
      parts.push(`<${name}${pairs.map(([key, value]) => ` ${key}="${value}"`).join('')}>`);
    },
    onclosetag(name) {
      if (name === 'pre') code--;
      parts.push(`</${name}>`);
    },
    ontext(text) {
      parts.push(code > 0 ? text : text.replaceAll(/\s+/g, ' '));
    },
    oncomment: (text) => void parts.push(`<!--${text}-->`),
    onprocessinginstruction: (_, text) => void parts.push(`<${text}>`),
  });
  parser.write(html);
  parser.end();
  return parts
    .join('')
    .replaceAll(/> +/g, '>')
    .replaceAll(/ +</g, '<')
    .replaceAll(/\n<\/code>/g, '</code>')
    .trim();
}
