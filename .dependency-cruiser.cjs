/**
 * The import rules between folders: `npm run depcruise`. docs/architecture.md explains the table. Type
 * imports count too, because a reader has to follow them as well. tests/unit/architecture.test.ts checks what
 * each thread may load, and how long a file may be.
 */

const shared = 'src/shared';
const basics = [shared, 'workers/contracts', 'workers/text'];

/** The tools of a domain: those that run in a tool host are loaded by other code than the rest of the domain. */
const toolsOfDomains = 'workers/domains/[^/]+/tools';

/** What the files of each folder may import, besides each other. */
const mayImport = {
  'src/shared': [],
  'src/engine': [shared],
  'src/page-services': [shared],
  'src/state': [shared, 'src/engine', 'src/page-services'],
  'src/ui': [shared, 'src/state', 'src/page-services', 'src/pwa'],
  'src/pwa': [shared, 'src/state'],
  'src/console': [shared, 'src/engine', 'src/state'],
  'workers/contracts': [shared],
  'workers/text': [shared],
  'workers/gguf': [shared],
  'workers/renderer': [shared, 'workers/text'],
  'workers/service-worker': [shared],
  'workers/network': basics,
  'workers/agent': [shared, 'workers/contracts'],
  'workers/storage': basics,
  'workers/documents': basics,
  'workers/images': basics,
  'workers/search': basics,
  'workers/tools': [
    ...basics,
    ...['workers/documents', 'workers/images', 'workers/runtimes', 'workers/search', toolsOfDomains],
  ],
  // Of their own domain, its port.
  [toolsOfDomains]: [...basics, 'workers/domains', 'workers/runtimes', 'workers/search', 'workers/tools'],
  'workers/runtimes': [...basics, 'workers/images'],
  'workers/external-tools': basics,
  'workers/providers': [...basics, 'workers/network'],
  'workers/tool-host': [...basics, 'workers/tools', 'workers/external-tools'],
  'workers/mcp': [...basics, 'workers/network', 'workers/external-tools'],
  'workers/engine': [
    ...basics,
    'workers/network',
    'workers/storage',
    'workers/external-tools',
    'workers/tool-host',
  ],
  'workers/agent-import': [...basics, 'workers/engine'],
  'workers/domains': [
    ...basics,
    ...[
      'agent',
      'agent-import',
      'engine',
      'external-tools',
      'gguf',
      'images',
      'mcp',
      'network',
      'providers',
      'search',
      'storage',
      'tool-host',
    ].map((name) => `workers/${name}`),
  ],
  // It opens all of the above.
  'workers/composition': [shared, 'workers'],
};

/**
 * Which other domains each domain may import; all may import `backup`. A line names only domains without a
 * line and those above it, so there are no cycles. What two domains need of each other goes into
 * `workers/contracts`, or is passed in by the composition.
 */
const domainMayImport = {
  activity: ['budget'],
  git: ['vault'],
  'linked-folders': ['files'],
  network: ['vault'],
  providers: ['vault'],
  search: ['vault'],
  sessions: ['activity', 'budget'],
  runs: ['activity', 'budget', 'files', 'providers', 'sessions'],
  mcp: ['budget', 'runs', 'sessions', 'vault'],
  tasks: ['budget', 'memory', 'sessions'],
  agents: ['budget', 'mcp', 'memory', 'tasks', 'vault'],
  chat: ['runs', 'sessions'],
  connections: ['mcp', 'providers'],
  alarms: ['tasks'],
};
const order = Object.keys(domainMayImport);
for (const [domain, allowed] of Object.entries(domainMayImport))
  if (allowed.some((name) => order.indexOf(name) >= order.indexOf(domain)))
    throw new Error(`domainMayImport: ${domain} imports a domain of a line below its own.`);

/** The files in which a thread starts a worker; they import the worker's entry. */
const spawns = [
  'src/engine/spawn',
  'src/ui/markdown/renderer/spawn',
  'workers/engine/tool-hosts/spawn',
  'workers/domains/device-models/spawn',
];

/** Folders of `src/ui` whose components several screens use. */
const sharedRooms = ['kit', 'calls', 'markdown', 'packages', 'requests', 'vault'];

const folders = (names) => `^(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files in a circle can only be understood together: move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere; `virtual:` modules and addresses are made by the build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]url$' },
    },
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `borders of ${folder}`,
      comment: `${folder} may import ${allowed.join(', ') || 'nothing but itself'}.`,
      severity: 'error',
      from: {
        path: `^${folder}/`,
        pathNot: `^(${[...spawns, ...(folder === 'workers/domains' ? [`${toolsOfDomains}/`] : [])].join('|')})`,
      },
      to: { path: '^(src|workers|tests|scripts)/', pathNot: folders([folder, ...allowed]) },
    })),
    {
      name: 'src/shared imports no package',
      comment: 'Every thread loads it, also the page before its first paint.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: '^src/shared/' },
    },
    {
      name: 'borders of the entries of workers',
      comment: 'The entry of a worker imports of src only what every thread shares.',
      severity: 'error',
      from: { path: '^workers/[^/]+$' },
      to: { path: '^(src|tests|scripts)/', pathNot: '^src/shared/' },
    },
    {
      name: 'borders of workers/agent to the contracts',
      comment:
        'Of the contracts, the loop imports only those of a model and of the places that a call touches.',
      severity: 'error',
      from: { path: '^workers/agent/' },
      to: {
        path: '^workers/contracts/',
        pathNot: '^workers/contracts/(provider|touched-places)[.]ts$',
      },
    },
    {
      name: 'borders of a domain without others',
      comment: 'A domain imports no other; one that must has a line in `domainMayImport`.',
      severity: 'error',
      from: { path: `^workers/domains/(?!(?:${Object.keys(domainMayImport).join('|')})/)([^/]+)/` },
      to: { path: '^workers/domains/[^/]+/', pathNot: '^workers/domains/($1|backup)/' },
    },
    ...Object.entries(domainMayImport).map(([domain, allowed]) => ({
      name: `borders of the domain ${domain}`,
      comment: `${domain} may import ${allowed.join(', ')} and the kit of backups.`,
      severity: 'error',
      from: { path: `^workers/domains/${domain}/` },
      to: {
        path: '^workers/domains/[^/]+/',
        pathNot: folders([domain, ...allowed, 'backup'].map((name) => `workers/domains/${name}`)),
      },
    })),
    {
      name: 'borders of src/main.tsx',
      comment: 'The composition root of the page imports the page, and nothing off it.',
      severity: 'error',
      from: { path: '^src/main[.]tsx$' },
      to: { path: '^(workers|tests|scripts)/' },
    },
    {
      name: 'screens do not import each other',
      comment: 'What two screens share belongs to a shared room.',
      severity: 'error',
      from: { path: `^src/ui/(?!shell/|${sharedRooms.join('/|')}/)([^/]+)/` },
      // In a chat, saved prompts are inserted and made: it shows the button and the list of the prompts
      // screen.
      to: { path: '^src/ui/[^/]+/', pathNot: `^src/ui/($1|styles|prompts|${sharedRooms.join('|')})/` },
    },
    {
      name: 'shared rooms know no screen',
      severity: 'error',
      from: { path: `^src/ui/(${sharedRooms.join('|')})/` },
      to: { path: '^src/ui/[^/]+/', pathNot: `^src/ui/(styles|${sharedRooms.join('|')})/` },
    },
    {
      name: 'nothing imports the composition',
      severity: 'error',
      from: { path: '^workers/[^/]+/', pathNot: '^workers/composition/' },
      to: { path: '^workers/composition/' },
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
