/** Lists a folder of the workspace. */
import { emptyFolder } from '#shared/tools/tool-phrases.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

const maxEntries = 500;

export const listDirectory = defineTool({
  name: 'list_directory',
  title: 'List folder',
  description: 'List the files and folders in a folder of the workspace, with their sizes.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        default: '.',
        description: "The folder's path; '.' is the workspace itself.",
      },
    },
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path = '.' }, { files }) {
    const entries = await files.list(path);
    if (entries.length === 0) return { content: emptyFolder, metadata: {}, isOwnWords: true };
    const lines = entries
      .slice(0, maxEntries)
      .map((entry) =>
        entry.type === 'directory' ? `${entry.path}/` : `${entry.path} (${countOf(entry.size, 'byte')})`,
      );
    const rest = entries.length - lines.length;
    return rest > 0
      ? `${lines.join('\n')}\n\n(${countOf(rest, 'more entry', 'more entries')} not shown. To see them, list a folder below, or use find or glob.)`
      : lines.join('\n');
  },
});
