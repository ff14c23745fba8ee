/** Opens an address outside the app, behind a tap of the user, who sees all of it. */
import { openableProtocols } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

const maxCharacters = 2_000;

export const openUrl = defineTool({
  name: 'open_url',
  title: 'Open a link',
  description:
    'Show the user a link that they can tap: a web page in a new tab, a mail, call, message or map (mailto, tel, sms, geo); to read a page yourself use fetch_url.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        description: 'The whole address: http, https, mailto, tel, sms or geo.',
      },
    },
    required: ['url'],
  },
  capabilities: ['host'],
  returns: ['own-words'],
  contacts: { type: 'user' },
  timeoutSeconds: 10,
  waitsForUser: true,
  summaryParameter: 'url',
  async execute({ url }, { device }) {
    await device.ask({ type: 'open-url', url: check(url) });
    return `The user opened ${url}. What happens there is not seen here.`;
  },
});

function check(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOpenable = openableProtocols.some((protocol) => protocol === url?.protocol);
  if (!url || !isOpenable)
    throw new ToolError(
      'validation_error',
      `'${text.slice(0, 200)}' cannot be opened. Give a whole address that begins with https://, http://, mailto:, tel:, sms: or geo:. For a file of the workspace use open_file.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new ToolError('validation_error', 'An address with a user name or password in it is not opened.');
  if (url.href.length > maxCharacters)
    throw new ToolError(
      'validation_error',
      `The address has ${url.href.length} characters; at most ${maxCharacters} are opened, because the user has to read it.`,
    );
  return url.href;
}
