/**
 * The borders of the folders, as rules over the import graph: `npm run depcruise`. Types count as imports, because a
 * reader has to follow them as well. tests/unit/architecture.test.ts keeps what is no import (sizes, openings, holes), and
 * what a thread may load: this tool follows `?worker&url` imports into the other thread, which loads nothing here.
 */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files in a circle can only be understood together: move what both need into a third.',
      severity: 'warn',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere; `virtual:` modules are made by the build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'shared-knows-nothing',
      comment: 'src/shared is loaded on every thread.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^(src|workers|tests|scripts)/', pathNot: '^src/shared/' },
    },
    {
      name: 'page-does-not-import-workers',
      comment: 'The page talks to workers by messages; one file names the one it starts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/spawn\\.ts$' },
      to: { path: '^workers/' },
    },
    {
      name: 'workers-import-only-shared',
      comment: 'A worker has no document and no state of the page.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'app-does-not-import-tests-or-scripts',
      severity: 'error',
      from: { path: '^(src|workers)/' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'state-below-ui',
      severity: 'error',
      from: { path: '^src/state/' },
      to: { path: '^src/(ui|pwa)/' },
    },
    {
      name: 'engine-and-host-below-state',
      severity: 'error',
      from: { path: '^src/(engine|host)/' },
      to: { path: '^src/(ui|state|pwa)/' },
    },
    {
      name: 'loop-knows-contracts-only',
      severity: 'error',
      from: { path: '^workers/agent/' },
      to: {
        path: '^(src|workers)/',
        pathNot: '^(workers/agent/|src/shared/|workers/contracts/|workers/providers/provider\\.ts$)',
      },
    },
    {
      name: 'providers-know-no-engine',
      severity: 'error',
      from: { path: '^workers/providers/' },
      to: { path: '^workers/(engine|agent|tools|storage|host)/' },
    },
    {
      name: 'tools-know-contracts-only',
      severity: 'error',
      from: { path: '^workers/tools/' },
      to: {
        path: '^(src|workers)/',
        pathNot:
          '^(workers/(tools|text|contracts)/|src/shared/|workers/storage/file-port\\.ts$|workers/network/network-port\\.ts$)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      // `#src/*` and the like are `imports` of package.json.
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
};
