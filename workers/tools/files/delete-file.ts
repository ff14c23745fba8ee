/** Deletes a file, or a folder with what is in it. */
import { defineTool } from '../tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete file',
  description: "Delete a file of the workspace, or a folder; one that is not empty only with 'recursive'.",
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'The file or folder to delete.' },
      recursive: {
        type: 'boolean',
        default: false,
        description: 'Whether to delete a folder with everything in it.',
      },
    },
    required: ['path'],
  },
  capabilities: ['files.write'],
  touches: { writes: [{ path: 'path' }] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  summaryParameter: 'path',
  async execute({ path, recursive = false }, { files }) {
    await files.remove(path, { recursive });
    return `Deleted ${path}.`;
  },
});
