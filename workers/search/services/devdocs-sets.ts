/** The documentation sets of DevDocs that are searched, and which of them a query is about. */
import type { SearchQuery } from '../search-adapter.ts';

/** `slug`: the folder on documents.devdocs.io, including the version if there are several. */
export type Docset = { slug: string; name: string };

/**
 * Documentation sets with the names of their language or library. The newest versions as of August 2026;
 * DevDocs also keeps older ones.
 */
const docsets: readonly (Docset & { names: readonly string[] })[] = [
  { slug: 'javascript', name: 'JavaScript', names: ['javascript', 'js', 'ecmascript'] },
  { slug: 'typescript', name: 'TypeScript', names: ['typescript', 'ts'] },
  { slug: 'dom', name: 'Web APIs', names: ['dom', 'web apis'] },
  { slug: 'css', name: 'CSS', names: ['css'] },
  { slug: 'html', name: 'HTML', names: ['html'] },
  { slug: 'http', name: 'HTTP', names: ['http'] },
  { slug: 'node', name: 'Node.js', names: ['node', 'nodejs', 'node.js'] },
  { slug: 'python~3.14', name: 'Python', names: ['python', 'py', 'python3'] },
  { slug: 'rust', name: 'Rust', names: ['rust', 'rs'] },
  { slug: 'go', name: 'Go', names: ['go', 'golang'] },
  { slug: 'openjdk~25', name: 'OpenJDK', names: ['java', 'openjdk', 'jdk'] },
  { slug: 'kotlin~1.9', name: 'Kotlin', names: ['kotlin', 'kt'] },
  { slug: 'scala~3.2', name: 'Scala', names: ['scala'] },
  { slug: 'clojure~1.11', name: 'Clojure', names: ['clojure', 'clj'] },
  { slug: 'c', name: 'C', names: ['c'] },
  { slug: 'cpp', name: 'C++', names: ['c++', 'cpp'] },
  { slug: 'ruby~4.0', name: 'Ruby', names: ['ruby', 'rb'] },
  { slug: 'php', name: 'PHP', names: ['php'] },
  { slug: 'haskell~9', name: 'Haskell', names: ['haskell', 'hs'] },
  { slug: 'elixir~1.20', name: 'Elixir', names: ['elixir'] },
  { slug: 'erlang~26', name: 'Erlang', names: ['erlang'] },
  { slug: 'ocaml', name: 'OCaml', names: ['ocaml'] },
  { slug: 'lua~5.5', name: 'Lua', names: ['lua'] },
  { slug: 'perl~5.44', name: 'Perl', names: ['perl'] },
  { slug: 'r', name: 'R', names: ['r'] },
  { slug: 'julia~1.12', name: 'Julia', names: ['julia'] },
  { slug: 'dart~2', name: 'Dart', names: ['dart'] },
  { slug: 'nim', name: 'Nim', names: ['nim'] },
  { slug: 'zig', name: 'Zig', names: ['zig'] },
  { slug: 'crystal', name: 'Crystal', names: ['crystal'] },
  { slug: 'bash', name: 'Bash', names: ['bash', 'shell', 'sh'] },
  { slug: 'react', name: 'React', names: ['react', 'reactjs', 'react.js'] },
  { slug: 'vue~3', name: 'Vue', names: ['vue', 'vuejs', 'vue.js'] },
  { slug: 'svelte', name: 'Svelte', names: ['svelte'] },
  { slug: 'angular', name: 'Angular', names: ['angular'] },
  { slug: 'express', name: 'Express', names: ['express', 'expressjs', 'express.js'] },
  { slug: 'tailwindcss', name: 'Tailwind CSS', names: ['tailwindcss', 'tailwind'] },
  { slug: 'jest', name: 'Jest', names: ['jest'] },
  { slug: 'vitest', name: 'Vitest', names: ['vitest'] },
  { slug: 'rails~8.1', name: 'Ruby on Rails', names: ['rails'] },
  { slug: 'laravel~11', name: 'Laravel', names: ['laravel'] },
  { slug: 'django~6.1', name: 'Django', names: ['django'] },
  { slug: 'flask~3.0', name: 'Flask', names: ['flask'] },
  { slug: 'numpy~2.5', name: 'NumPy', names: ['numpy'] },
  { slug: 'pandas~3', name: 'pandas', names: ['pandas'] },
  { slug: 'matplotlib~3.9', name: 'Matplotlib', names: ['matplotlib'] },
  { slug: 'scikit_learn', name: 'scikit-learn', names: ['scikit-learn', 'sklearn'] },
  { slug: 'pytorch~2.9', name: 'PyTorch', names: ['pytorch', 'torch'] },
  { slug: 'postgresql~18', name: 'PostgreSQL', names: ['postgresql', 'postgres'] },
  { slug: 'sqlite', name: 'SQLite', names: ['sqlite'] },
  { slug: 'redis', name: 'Redis', names: ['redis'] },
  { slug: 'git', name: 'Git', names: ['git'] },
  { slug: 'nginx', name: 'nginx', names: ['nginx'] },
  { slug: 'kubernetes~1.28', name: 'Kubernetes', names: ['kubernetes', 'kubectl'] },
  { slug: 'terraform', name: 'Terraform', names: ['terraform'] },
  { slug: 'godot~4.7', name: 'Godot', names: ['godot'] },
];

/** Names that are also ordinary words or abbreviations; they count only if they are given as the language. */
const plainWords = new Set('c r go node express http dart julia crystal shell sh rs ts py js'.split(' '));

/** A second documentation set that is usually relevant for a language. */
const companions: Readonly<Record<string, string>> = { javascript: 'dom', typescript: 'javascript' };

/** Maximum number of sets, because each needs a request. */
const maxDocsets = 3;

/** `words`: the query without the names that selected a set. */
export function docsetsFor({ query, codeLanguage = '' }: SearchQuery): {
  docsets: Docset[];
  words: string[];
} {
  const words = query.split(/\s+/).filter(Boolean);
  const named = words.map((word) => (plainWords.has(word.toLowerCase()) ? undefined : docsetOf(word)));
  const language = docsetOf(codeLanguage);
  const companion = companions[language?.slug ?? ''];
  const chosen = [...named, language, companion === undefined ? undefined : docsetOf(companion)];
  const others = words.filter((_, at) => named[at] === undefined);
  return {
    docsets: [...new Set(chosen)].filter((docset) => docset !== undefined).slice(0, maxDocsets),
    words: others.length > 0 ? others : words,
  };
}

function docsetOf(name: string): Docset | undefined {
  const plain = name.toLowerCase().replace(/[,;:?!]+$/, '');
  return docsets.find(({ names }) => names.includes(plain));
}
