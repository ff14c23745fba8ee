/** Makes a folder and its missing parent folders. */
import { defineTool } from '../tool.ts';

export const makeDirectory = defineTool({
  name: 'make_directory',
  title: 'Make folder',
  description: 'Make a folder in the workspace, and the folders above it where they are missing.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: "The folder's path, such as 'notes/2026'." },
    },
    required: ['path'],
  },
  capabilities: ['files.write'],
  touches: { writes: [{ path: 'path' }] },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path }, { files }) {
    return (await files.makeDirectory(path))
      ? `Made the folder ${path}.`
      : `The folder ${path} is there already.`;
  },
});
