/** A tool that reports the type, size, time and encoding of a path. */
import { countOf } from '#workers/text/count-of.ts';
import { encodingOfFile, encodingTitle } from '#workers/text/encoding/find-encoding.ts';
import { defineTool } from '../tool.ts';

export const fileInfo = defineTool({
  name: 'file_info',
  title: 'File info',
  description:
    'Tell the kind and size of a file or folder, when it was changed, the encoding of a text, and of a photo its dimensions, when and where it was taken (EXIF, GPS).',
  category: 'io',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', minLength: 1, description: 'The file or folder to look at.' } },
    required: ['path'],
  },
  capabilities: ['files.read'],
  touches: { reads: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  repeatable: true,
  summaryParameter: 'path',
  async execute({ path }, { files }) {
    const stat = await files.stat(path);
    if (stat.type === 'directory') {
      const entries = await files.list(path);
      const folders = entries.filter(({ type }) => type === 'directory').length;
      return `path: ${stat.path}\ntype: directory\nfiles: ${entries.length - folders}\nfolders: ${folders}`;
    }
    const file = await files.read(path);
    const encoding = await encodingOfFile(file);
    return [
      `path: ${stat.path}`,
      'type: file',
      `size: ${countOf(stat.size, 'byte')}`,
      `modified: ${new Date(stat.modified).toISOString()}`,
      ...(encoding
        ? ['content: text', `encoding: ${encodingTitle(encoding)}`]
        : ['content: binary', ...(await pictureFacts(file))]),
    ].join('\n');
  },
});

async function pictureFacts(file: File): Promise<string[]> {
  const [{ pictureProbeBytes, readPictureInfo }, { describePicture }] = await Promise.all([
    import('#workers/images/picture-info.ts'),
    import('#workers/images/describe-picture.ts'),
  ]);
  const info = readPictureInfo(new Uint8Array(await file.slice(0, pictureProbeBytes).arrayBuffer()));
  return info ? describePicture(info) : [];
}
