/**
 * Vite plugin: the tools' definitions and compiled validators as `virtual:tool-manifest`, so that the engine knows every
 * tool without carrying its code, and validates without compiling (Ajv compiles with `eval`, which the CSP forbids).
 */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { runnerImport, type Plugin } from 'vite';
import type { Tool } from '../workers/tools/tool.ts';

// A CommonJS module whose default is under `default` for Node, and itself for the types.
const standalone = (standaloneModule as { default?: typeof standaloneModule }).default ?? standaloneModule;

const moduleId = 'virtual:tool-manifest';
const resolvedId = `\0${moduleId}`;
const registry = fileURLToPath(new URL('../workers/tools/index.ts', import.meta.url));
const toolFolder = fileURLToPath(new URL('../workers/tools/', import.meta.url));

export function toolManifest(): Plugin {
  let mode = 'production';
  return {
    name: 'oneclaw:tool-manifest',
    configResolved: (config) => void (mode = config.mode),
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return undefined;
      const { module, dependencies } = await runnerImport<{ tools: Tool[] }>(registry, {
        configFile: false,
        mode,
        logLevel: 'error',
      });
      for (const file of dependencies) if (file.startsWith(toolFolder)) this.addWatchFile(file);
      return `${compileValidators(module.tools)}\nexport const definitions = ${serialise(module.tools)};`;
    },
  };
}

/** Everything but the code; JSON leaves the functions out. */
function serialise(tools: readonly Tool[]): string {
  return JSON.stringify(tools);
}

function compileValidators(tools: readonly Tool[]): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,

    code: { source: true, esm: true, optimize: 1 },
  });
  const exportsByName: Record<string, string> = {};
  for (const { name, parameters } of tools) {
    // A copy, because Ajv takes the same object under two names for one schema.
    ajv.addSchema(structuredClone(parameters), name);
    exportsByName[`validate_${name}`] = name;
  }
  const entries = tools.map(({ name }) => `${name}: validate_${name}`).join(', ');
  return `${importInsteadOfRequire(standalone(ajv, exportsByName))}\nexport const validators = { ${entries} };`;
}

/** Ajv's ES modules still `require` their run-time helpers (ajv#2209); bundlers want an import. */
function importInsteadOfRequire(code: string): string {
  const imports: string[] = [];
  const body = code.replace(/require\("(ajv\/dist\/runtime\/[\w-]+)"\)\.default/g, (_, path: string) => {
    const name = `ajvRuntime${imports.length}`;
    imports.push(`import ${name} from '${path}.js';`);
    // Bundlers and Node disagree on what the default of a CommonJS module is.
    return `(${name}.default ?? ${name})`;
  });
  return `${imports.join('\n')}\n${body}`;
}
