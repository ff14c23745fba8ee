/** Shows the user a file of the workspace: in the app's own viewer, or in another app. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

export const openFile = defineTool({
  name: 'open_file',
  title: 'Open a file',
  description:
    'Show the user a file of the workspace, behind a tap: in the viewer of this app, or handed to another app; to read a file yourself use read_file.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: "The file's path in the workspace." },
      with: {
        type: 'string',
        enum: ['viewer', 'other_app'],
        default: 'viewer',
        description: "'viewer' shows it here, 'other_app' shares or downloads it.",
      },
    },
    required: ['path'],
  },
  capabilities: ['host', 'files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 10,
  waitsForUser: true,
  summaryParameter: 'path',
  async execute({ path, with: where = 'viewer' }, { device, files }) {
    const found = await files.stat(path);
    if (found.type === 'directory')
      throw new ToolError(
        'validation_error',
        `${path} is a folder. Give a file, or list it with list_directory.`,
      );
    const { did } = await device.ask(
      where === 'viewer'
        ? { type: 'open-file', path: found.path }
        : { type: 'hand-over', path: found.path, what: '' },
    );
    return `The user ${did} ${found.path}.`;
  },
});
