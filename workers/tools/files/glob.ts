/** Finds files by a glob pattern. */
import { countOf } from '#workers/text/count-of.ts';
import { placeName } from '#workers/text/place-name.ts';
import { defineTool } from '../tool.ts';
import { compileGlob } from './glob-pattern.ts';
import { relativeTo } from './relative-to.ts';
import { createLineList } from './line-list.ts';

export const glob = defineTool({
  name: 'glob',
  title: 'Find by pattern',
  description:
    "Find files whose path matches a glob pattern such as '**/*.md' ('*' stays within one folder, '**/' spans folders).",
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        minLength: 1,
        description: "The pattern, matched against the path below 'path', such as 'src/**/*.{ts,tsx}'.",
      },
      path: {
        type: 'string',
        default: '.',
        description: 'The folder to search in.',
      },
    },
    required: ['pattern'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'pattern',
  async execute({ pattern, path = '.' }, { files, signal }) {
    const matches = compileGlob(pattern);
    const found = createLineList(1_000);
    for await (const entry of files.walk(path)) {
      signal.throwIfAborted();
      if (entry.type === 'file' && matches(relativeTo(path, entry.path))) found.add(entry.path);
    }
    if (found.count() > 0)
      return found.text((left) => `${countOf(left, 'more file')} not shown; narrow the pattern.`);
    const hint = pattern.includes('/') ? '' : ` To look in all folders below, use '**/${pattern}'.`;
    return {
      content: `No file matches '${pattern}' in ${placeName(path)}.${hint}`,
      metadata: {},
      isOwnWords: true,
    };
  },
});
