/** Finds files and folders by a part of their name. */
import { countOf } from '#workers/text/count-of.ts';
import { placeName } from '#workers/text/place-name.ts';
import { defineTool } from '../tool.ts';
import { compileNameGlob } from './glob-pattern.ts';
import { createLineList } from './line-list.ts';

export const find = defineTool({
  name: 'find',
  title: 'Find by name',
  description: 'Find files and folders whose name contains a text, in a folder and everything below it.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        description: "A part of the name in any case, or a name with wildcards such as 'report-*.md'.",
      },
      type: {
        type: 'string',
        enum: ['any', 'file', 'directory'],
        default: 'any',
        description: 'What to look for.',
      },
      path: {
        type: 'string',
        default: '.',
        description: 'The folder to search in.',
      },
    },
    required: ['query'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'query',
  async execute({ query, type = 'any', path = '.' }, { files, signal }) {
    const matches = matcherOf(query);
    const found = createLineList(1_000);
    for await (const entry of files.walk(path)) {
      signal.throwIfAborted();
      if (type !== 'any' && entry.type !== type) continue;
      const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
      if (matches(name)) found.add(entry.type === 'directory' ? `${entry.path}/` : entry.path);
    }
    if (found.count() === 0)
      return {
        content: `Nothing named like '${query}' in ${placeName(path)}.`,
        metadata: {},
        isOwnWords: true,
      };
    return found.text(
      (left) => `${countOf(left, 'more match', 'more matches')} not shown; use a longer query.`,
    );
  },
});

function matcherOf(query: string): (name: string) => boolean {
  const wanted = query.normalize('NFC').toLowerCase();
  if (!/[*?]/.test(query)) return (name) => name.toLowerCase().includes(wanted);
  const matches = compileNameGlob(wanted, 'query');
  return (name) => matches(name.toLowerCase());
}
