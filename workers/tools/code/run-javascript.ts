/** Runs JavaScript of the model in an interpreter, over the files of the workspace. */
import { withLoadingProgress } from '#workers/runtimes/loading-progress.ts';
import { writeInputFiles } from '#workers/runtimes/write-input-files.ts';
import { defineTool } from '../tool.ts';

export const runJavascript = defineTool({
  name: 'run_javascript',
  title: 'Run JavaScript',
  description:
    'Run JavaScript (ES2023, modules of the workspace and of Node, top-level await) and return what it prints and its last value; variables stay for the next call.',
  category: 'code',
  parameters: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        minLength: 1,
        description:
          "The script. Globals: console, timers, files.read(path), files.readBytes(path), files.write(path, textOrBytes), files.list(path), files.walk(path), files.stat, files.move, files.remove, fetch, URL, TextEncoder, Buffer, process, require; 'files' is the workspace, 'fetch' the network where allowed. Await every promise: the error of one that is not awaited is lost. Import workspace modules by path, such as './lib.js', packages of node_modules, and node:fs, path, events, util, assert, test, crypto, os, url, readline and timers; other modules of Node, processes, servers and the DOM are not there. node --test and npm test are commands of execute_shell_command. What is declared at the top level can be declared again; after a long pause, closures, promises and generators are gone, data, functions and classes are not.",
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
        description: 'Seconds after which the script is stopped.',
      },
      fresh: {
        type: 'boolean',
        default: false,
        description: 'Run without the variables of the last calls, and keep none.',
      },
    },
    required: ['code'],
  },
  capabilities: ['files.write', 'code'],
  optionalCapabilities: ['network'],
  runs: 'code',
  keepsSession: true,
  returns: ['output'],
  contacts: { type: 'any-host', parameters: [] },
  timeoutSeconds: 125,
  summaryParameter: 'code',
  async execute({ code, files, timeout = 30, fresh }, context) {
    await writeInputFiles(context.files, files);
    const load = async () => ({
      ...(await import('#workers/runtimes/javascript/run-javascript.ts')),
      ...(await import('#workers/runtimes/javascript/load-quickjs.ts')),
    });
    const { runJavaScript, javaScriptHost } = await withLoadingProgress('JavaScript', load, context.progress);
    return runJavaScript(javaScriptHost, { code, timeoutMs: timeout * 1000, fresh }, context);
  },
});
