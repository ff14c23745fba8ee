/**
 * Vite plugin: runs the tool registries at build time and generates two modules.
 * `virtual:tool-manifest`: the definitions without code, so that the engine knows every tool without loading
 * it.
 * `virtual:tool-validators`: compiled schemas, because Ajv compiles with `eval`, which the CSP forbids.
 */
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { runnerImport, type Plugin } from 'vite';
import type { BuiltInTool } from '../../src/shared/tools/tool.ts';
import type { Tool } from '../../workers/tools/tool.ts';

// CommonJS: in Node the function is the property `default`; in the types it is the module itself.
const standalone = (standaloneModule as { default?: typeof standaloneModule }).default ?? standaloneModule;

/** `tools` run in a tool host, `engineTools` in the engine. */
type HostRegistry = { tools: readonly Tool[] };
type EngineRegistry = { engineTools: readonly BuiltInTool[] };

const writers: Record<string, (tools: readonly BuiltInTool[]) => string> = {
  // JSON omits functions, so the code of tools is left out.
  'virtual:tool-manifest': (tools) => `export const definitions = ${JSON.stringify(tools)};`,
  'virtual:tool-validators': compileValidators,
};
/** Helpers that compiled schemas import at run time: string length in code points, and equality. */
const ajvHelpers = ['ajv/dist/runtime/ucs2length.js', 'ajv/dist/runtime/equal.js'];
const engineRegistry = fileURLToPath(new URL('../../workers/domains/load-all-tools.ts', import.meta.url));
const registry = fileURLToPath(new URL('../../workers/tools/load-all.ts', import.meta.url));
const workerFolder = fileURLToPath(new URL('../../workers/', import.meta.url));

export function toolManifest(): Plugin {
  let mode = 'production';
  return {
    name: 'oneclaw:tool-manifest',
    // Otherwise the dev server finds these imports only at run time, and reloads the page.
    config: () => ({ optimizeDeps: { include: ajvHelpers } }),
    configResolved: (config) => void (mode = config.mode),
    resolveId: (id) => (id in writers ? `\0${id}` : undefined),
    async load(id) {
      const write = writers[id.slice(1)];
      if (!id.startsWith('\0') || !write) return undefined;
      const options = { configFile: false, mode, logLevel: 'error' } as const;
      const [host, engine] = await Promise.all([
        runnerImport<HostRegistry>(registry, options),
        runnerImport<EngineRegistry>(engineRegistry, options),
      ]);
      for (const file of [...host.dependencies, ...engine.dependencies])
        if (file.startsWith(workerFolder)) this.addWatchFile(file);
      return write([...host.module.tools, ...engine.module.engineTools]);
    },
  };
}

function compileValidators(tools: readonly BuiltInTool[]): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,

    code: { source: true, esm: true, optimize: 1 },
  });
  const exportsByName: Record<string, string> = {};
  for (const { name, parameters } of tools) {
    // A copy, because Ajv identifies schemas by object.
    ajv.addSchema(structuredClone(parameters), name);
    exportsByName[`validate_${name}`] = name;
  }
  const entries = tools.map(({ name }) => `${name}: validate_${name}`).join(', ');
  return `${importInsteadOfRequire(standalone(ajv, exportsByName))}\nexport const validators = { ${entries} };`;
}

/** Ajv's ES modules `require` their run-time helpers (ajv#2209), but bundlers need imports. */
function importInsteadOfRequire(code: string): string {
  const imports: string[] = [];
  const body = code.replace(/require\("(ajv\/dist\/runtime\/[\w-]+)"\)\.default/g, (_, path: string) => {
    const name = `ajvRuntime${imports.length}`;
    imports.push(`import ${name} from '${path}.js';`);
    // Bundlers and Node differ in the default export of a CommonJS module.
    return `(${name}.default ?? ${name})`;
  });
  return `${imports.join('\n')}\n${body}`;
}
