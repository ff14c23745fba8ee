/** Moves or renames a file or a folder. */
import { defineTool } from '../tool.ts';

export const moveFile = defineTool({
  name: 'move_file',
  title: 'Move file',
  description: 'Move or rename a file or a folder of the workspace; the new path must be free.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'The file or folder to move.' },
      to: {
        type: 'string',
        minLength: 1,
        description:
          "The full new path with its name, such as 'archive/today.txt'; missing folders are created.",
      },
    },
    required: ['path', 'to'],
  },
  capabilities: ['files.write'],
  touches: { writes: [{ path: 'path' }, { path: 'to' }] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  summaryParameter: 'path',
  async execute({ path, to }, { files }) {
    await files.move(path, to);
    return `Moved ${path} to ${to}.`;
  },
});
