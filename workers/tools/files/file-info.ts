/** A tool that reports the type, size and time of a path, without reading the whole file. */
import { binaryProbeBytes, isBinary } from '#workers/text/is-binary.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';

export const fileInfo = defineTool({
  name: 'file_info',
  title: 'File info',
  description:
    'Tell whether a path is a file or a folder, its size, when it was changed, whether it is text, and of a picture its dimensions, date and place.',
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
    const probe = new Uint8Array(await file.slice(0, binaryProbeBytes).arrayBuffer());
    const isText = !isBinary(probe);
    return [
      `path: ${stat.path}`,
      'type: file',
      `size: ${countOf(stat.size, 'byte')}`,
      `modified: ${new Date(stat.modified).toISOString()}`,
      `content: ${isText ? 'text' : 'binary'}`,
      ...(isText ? [] : await pictureFacts(file)),
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
