/** Shows the user a file of the workspace: in the app's own viewer, or in another app. */
import { pageNeeds, searchedCharacters } from '#shared/documents/page-needs.ts';
import { metadataCharacters } from '#shared/limits.ts';
import { offeredFile } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

export const openFile = defineTool({
  name: 'open_file',
  title: 'Open a file',
  description:
    'Offer the user a file of the workspace, on a button that they may tap: in the viewer of this app, or for another app; to read a file yourself use read_file.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: "The file's path in the workspace." },
      with: {
        type: 'string',
        enum: ['viewer', 'other_app'],
        description:
          "'viewer' shows it here, 'other_app' shares or downloads it. Defaults to 'viewer', and to 'other_app' for a page with scripts, such as a game, which only a browser runs.",
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
  async execute({ path, with: given }, { device, files }) {
    const found = await files.stat(path);
    if (found.type === 'directory')
      throw new ToolError(
        'validation_error',
        `${path} is a folder. Give a file, or list it with list_directory.`,
      );
    if (found.path.length > metadataCharacters)
      throw new ToolError(
        'validation_error',
        `Only a path of at most ${metadataCharacters} characters can be offered. Move the file to a shorter one first.`,
      );
    const needsBrowser = isPage.test(found.path) && (await hasScripts(await files.read(found.path)));
    const where = given ?? (needsBrowser ? 'other_app' : 'viewer');
    const { did } = await device.ask(
      where === 'viewer'
        ? { type: 'open-file', path: found.path }
        : { type: 'hand-over', path: found.path, what: '' },
    );
    const shown = where === 'viewer' ? viewOf(found.path) : needsBrowser ? inBrowser : '';
    if (did !== 'offered') return `The user ${did} ${found.path}.${shown}`;
    const [what, link] =
      where === 'viewer'
        ? ['opens it in the viewer of the app', { open_0: found.path }]
        : ['shares or downloads it', { [offeredFile]: found.path }];
    return {
      content: `${found.path} is offered to the user: a button on the card of this call ${what}, now or later.${shown} Whether they tap it is not told, so do not say that it was opened.`,
      metadata: link,
    };
  },
});

const isPage = /\.html?$/i;

async function hasScripts(file: Blob): Promise<boolean> {
  return pageNeeds(await file.slice(0, searchedCharacters).text()) === 'scripts';
}

const inBrowser =
  ' Its scripts run only in a browser, not in the viewer of the app: tell the user to open the downloaded file with the browser.';

/** What the viewer does not show of a file, after a space. */
function viewOf(path: string): string {
  if (isPage.test(path))
    return ' HTML is shown as readable text, or on a tap as a page without its scripts and without network; a page that needs scripts has to be opened in a browser, with other_app.';
  if (/\.(?:zip|gz|tar|7z|exe|bin|dmg|apk|wasm)$/i.test(path))
    return ' The viewer shows only facts of such a file, and offers a download.';
  return '';
}
