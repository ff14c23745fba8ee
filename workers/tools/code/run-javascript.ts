/** Runs JavaScript of the model in an interpreter, over the files of the workspace. */
import { sayLoading } from '#workers/runtimes/say-loading.ts';
import { writeGiven } from '#workers/runtimes/write-given.ts';
import { defineTool } from '../tool.ts';

export const runJavascript = defineTool({
  name: 'run_javascript',
  title: 'Run JavaScript',
  description:
    "Run JavaScript (ES2023, modules of the workspace, top-level await) and return what it prints and its last value; 'files' reads and writes the workspace, 'fetch' the network where allowed.",
  category: 'code',
  parameters: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        minLength: 1,
        description:
          "The script. Globals: console, timers, files.read(path), files.write(path, text), files.list(path), files.walk(path), files.stat, files.move, files.remove, fetch, URL, TextEncoder. Import workspace modules by path, such as './lib.js'. There is no Node and no DOM.",
      },
      files: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'Files to write into the workspace before the script runs: texts by path, such as {"lib.js": "…"}.',
      },
      timeout: {
        type: 'integer',
        minimum: 1,
        maximum: 120,
        default: 30,
        description: 'Seconds after which the script is stopped. Defaults to 30.',
      },
    },
    required: ['code'],
  },
  capabilities: ['files.write', 'code'],
  optionalCapabilities: ['network'],
  runs: 'code',
  timeoutSeconds: 125,
  summaryParameter: 'code',
  async execute({ code, files, timeout = 30 }, context) {
    await writeGiven(context.files, files);
    const { runJavaScript } = await import('#workers/runtimes/javascript/run-javascript.ts');
    const load = async () => (await import('#workers/runtimes/javascript/load-quickjs.ts')).loadQuickJs();
    const quickJs = await sayLoading('JavaScript', load, context.progress);
    context.progress('…');
    return runJavaScript(quickJs, { code, timeoutMs: timeout * 1000 }, context);
  },
});
