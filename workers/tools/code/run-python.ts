/** Runs Python of the model, over the files of the workspace. */
import { writeInputFiles } from '#workers/runtimes/write-input-files.ts';
import { defineTool } from '../tool.ts';

export const runPython = defineTool({
  name: 'run_python',
  title: 'Run Python',
  description:
    'Run Python 3 (standard library, sqlite3) over the workspace and return what it prints and its last value; variables stay for the next call.',
  category: 'code',
  parameters: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        minLength: 1,
        description:
          'The script. It reads and writes files of /workspace by path (open, pathlib, os), can import its modules, and may use await at the top level. show(path) shows an image; input() is refused. There are no threads, processes and sockets; urllib.request reaches the network where allowed.',
      },
      files: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'Files to write into the workspace before the script runs: texts by path, such as {"lib.py": "…"}.',
      },
      timeout: {
        type: 'integer',
        minimum: 1,
        maximum: 120,
        default: 30,
        description: 'Seconds after which the script gets a KeyboardInterrupt.',
      },
      fresh: {
        type: 'boolean',
        default: false,
        description: 'Run without the variables of the last calls, and keep none.',
      },
      packages: {
        type: 'array',
        items: { type: 'string', description: 'A path or a name.', minLength: 1 },
        description:
          'Packages to install first: wheels of the workspace, such as ./wheels/six-1.17.0-py3-none-any.whl, or, where the agent may use the network, names such as six or rich>=14.',
      },
      index: {
        type: 'string',
        description:
          'Address of the package index (simple API in JSON). Defaults to https://pypi.org/simple/, which has pure Python. Compiled packages such as numpy: https://cdn.jsdelivr.net/pyodide/v314.0.7/full/pyodide-lock.json.',
      },
    },
    required: ['code'],
  },
  capabilities: ['files.write', 'code'],
  optionalCapabilities: ['network'],
  runs: 'code',
  keepsSession: true,
  returns: ['output', 'page'],
  contacts: { type: 'any-host', parameters: ['index'] },
  timeoutSeconds: 125,
  pythonParameter: 'code',
  summaryParameter: 'code',
  async execute({ code, files, timeout = 30, fresh, packages, index }, context) {
    await writeInputFiles(context.files, files);
    const { runPythonTool } = await import('#workers/runtimes/python/run-python.ts');
    const { pythonHost } = await import('#workers/runtimes/python/load-python.ts');
    return runPythonTool(pythonHost, { code, timeout, fresh, packages, index }, context);
  },
});
