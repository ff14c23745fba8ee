/** Replaces a text inside a file, where it is found exactly once or everywhere. */
import { unifiedDiff } from '#workers/text/unified-diff.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';
import { nearestLines } from './nearest-lines.ts';
import { decodeText } from './decode-text.ts';
import { isWindowsText, toWindowsLineEnds } from '#workers/text/line-ends.ts';

export const edit = defineTool({
  name: 'edit',
  title: 'Edit file',
  description:
    'Replace a text that is in a file exactly once, or everywhere with replace_all, and return a diff.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: "The file's path in the workspace." },
      old_string: {
        type: 'string',
        minLength: 1,
        description:
          'The text to replace, exactly as it is in the file, with its spaces and line ends; in the file only once, unless replace_all is true.',
      },
      new_string: { type: 'string', description: 'The text to put in its place; empty to delete it.' },
      replace_all: {
        type: 'boolean',
        default: false,
        description: 'Whether to replace every occurrence.',
      },
    },
    required: ['path', 'old_string', 'new_string'],
  },
  capabilities: ['files.write'],
  // The tool also reads, because its diff shows lines of the file.
  touches: { reads: [{ path: 'path' }], writes: [{ path: 'path' }] },
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 10,
  summaryParameter: 'path',
  async execute({ path, old_string, new_string, replace_all = false }, { files }) {
    if (old_string === new_string)
      throw new ToolError('validation_error', "Parameter 'new_string': it is the same as 'old_string'.");
    let before = '';
    let after = '';
    let count = 0;
    await files.change([path], async (read) => {
      const file = await decodeText(path, await read(path));
      before = file.text;
      const used = withLineEndsOf(before, old_string, new_string);
      count = before.split(used.old).length - 1;
      if (count === 0) throw notFound(path, before, old_string);
      if (count > 1 && !replace_all) throw notUnique(path, count);
      after = before.split(used.old).join(used.new);
      return [{ type: 'write', path, content: file.encode(after) }];
    });
    const diff = await unifiedDiff(path, before, after);
    return diff ?? `Replaced ${countOf(count, 'occurrence')} in ${path}.`;
  },
});

/**
 * Models write `\n`. For a file with Windows line endings both texts are converted, so that the file keeps
 * them.
 */
function withLineEndsOf(text: string, old: string, fresh: string): { old: string; new: string } {
  if (isWindowsText(text)) return { old: toWindowsLineEnds(old), new: toWindowsLineEnds(fresh) };
  const isWindows = old.includes('\n') && !old.includes('\r') && !text.includes(old) && text.includes('\r\n');
  return isWindows ? { old: toWindowsLineEnds(old), new: toWindowsLineEnds(fresh) } : { old, new: fresh };
}

function notFound(path: string, text: string, wanted: string): ToolError {
  const isMixed = wanted.includes('\n') && text.includes('\r\n') && !isWindowsText(text);
  if (isMixed && text.replaceAll('\r\n', '\n').includes(wanted.replaceAll('\r\n', '\n')))
    return new ToolError(
      'validation_error',
      `Parameter 'old_string': not found in ${path} as it is written, because some lines there end with '\\r\\n' and some with '\\n'. Nothing was changed. Edit one line at a time, or convert the file first, such as with sed -i 's/\\r$//'.`,
    );
  const near = nearestLines(text, wanted);
  const hint = near
    ? `The most similar lines are:\n${near}\nUse them exactly as they are, without the line numbers.`
    : 'Read the file again to see what it has.';
  return new ToolError('validation_error', `Parameter 'old_string': not found in ${path}. ${hint}`);
}

function notUnique(path: string, count: number): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter 'old_string': found ${count} times in ${path}. Nothing was changed. Add lines around it to make it unique, or set 'replace_all' to true if all of them are meant.`,
  );
}
