/** A tool that lets the user choose files of the device. */
import * as limits from '#shared/limits.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';
import { asPicture, line, saveNew } from './save-new.ts';

export const pickFile = defineTool({
  name: 'pick_file',
  title: 'Choose a file',
  description:
    'Let the user choose files of their device; they are copied into the workspace, and images are shown to you.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      accept: {
        type: 'string',
        description: "Kinds of files, such as 'image/*', 'audio/*' or '.pdf,.docx'. Defaults to any.",
      },
      multiple: { type: 'boolean', default: false, description: 'Whether they may choose several.' },
    },
  },
  capabilities: ['host', 'files.write'],
  returns: ['file'],
  contacts: { type: 'user' },
  timeoutSeconds: 60,
  waitsForUser: true,
  summaryParameter: 'accept',
  async execute({ accept = '', multiple = false }, { device, files }) {
    const outcome = await device.ask({ type: 'pick-files', accept, multiple });
    const picked = outcome.did === 'picked' ? outcome.files : [];
    if (picked.length === 0) throw new ToolError('execution_error', 'The browser gave no file.');
    if (picked.length > limits.attachments)
      throw new ToolError(
        'execution_error',
        `The user chose ${picked.length} files; at most ${limits.attachments} are taken at once. Nothing was saved. Ask for fewer.`,
      );
    const large = picked.find(({ size }) => size > limits.attachmentBytes);
    if (large)
      throw new ToolError(
        'file_too_large',
        `${large.name} has ${large.size} bytes; at most ${limits.attachmentBytes} are taken. Nothing was saved. The user can add larger files on the Files screen.`,
      );
    const lines: string[] = [];
    const pictures: ToolMedia[] = [];
    for (const file of picked) {
      const path = await saveNew(files, 'attachments', file);
      const picture = pictures.length < limits.mediaBlocks ? await asPicture(file) : undefined;
      const facts = [file.type || 'unknown type', countOf(file.size, 'byte'), picture?.size];
      lines.push(`${path} (${facts.filter(Boolean).join(', ')})`);
      if (picture) pictures.push(picture.media);
    }
    return [line(`The user chose:\n${lines.join('\n')}`), ...pictures];
  },
});
