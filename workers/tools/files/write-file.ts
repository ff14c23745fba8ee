/** Writes a text file of the workspace: replaces it whole, or adds to its end. */
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description:
    'Write text to a file in the workspace, replacing it or adding to its end; missing folders are created.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        description: "The file's path in the workspace, such as 'notes/today.txt'.",
      },
      content: { type: 'string', description: 'The text to write.' },
      mode: {
        type: 'string',
        enum: ['overwrite', 'append'],
        default: 'overwrite',
        description: "'overwrite' replaces the file, 'append' adds to its end.",
      },
    },
    required: ['path', 'content'],
  },
  capabilities: ['files.write'],
  touches: { writes: [{ path: 'path' }] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  summaryParameter: 'path',
  async execute({ path, content, mode = 'overwrite' }, { files }) {
    const bytes = mode === 'append' ? await files.append(path, content) : await files.write(path, content);
    return `Successfully wrote ${countOf(bytes, 'byte')} to ${path} (mode: ${mode}).`;
  },
});
