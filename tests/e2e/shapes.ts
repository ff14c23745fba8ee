/** Which specs run on a phone, on a desktop, or on both. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

type Shape = 'phone' | 'desktop';

/**
 * `engine`: specs that do not depend on the screen; they run on the desktop only. `phone` and `desktop`:
 * specs of screens, run on this shape in `npm test` and on both in the soak. `both`: always run on both.
 */
const specs = {
  engine: [
    'dev-server',
    'documents',
    'errors',
    'files',
    'find-tools',
    'git',
    'git-remotes',
    'headers',
    'address-space',
    'code',
    'code-kills',
    'code-kills-git',
    'code-kills-processes',
    'code-kills-programs',
    'code-escapes',
    'shell',
    'cors-relay',
    'https',
    'html-preview',
    'images',
    'charts',
    'hostile-tools',
    'kill',
    'limits',
    'loop',
    'mcp',
    'messages',
    'network',
    'node',
    'on-device',
    'packages',
    'python',
    'external-tools',
    'relay',
    'server',
    'soak',
    'soak-runs',
    'web-mcp',
    'web-pages',
    'web-search',
    'provider-formats',
  ],
  desktop: [
    'alarms',
    'branches',
    'files-view',
    'folders',
    'insight',
    'left-out',
    'long-chat',
    'many-chats',
    'markdown',
    'memory',
    'models',
    'pictures',
    'search',
    'sessions',
    'tasks',
    'trouble',
  ],
  phone: [
    'accessibility',
    'activity',
    'agents',
    'attachments',
    'steering',
    'backup',
    'cards',
    'coder-task',
    'device',
    'guide',
    'layout',
    'mcp-screens',
    'media',
    'permissions',
    'processes',
    'prompts',
    'pwa',
    'questions',
    'research-task',
    'session-list',
    'share-target',
    'speech',
    'terminal',
    'tools',
    'undo',
    'work',
  ],
  both: ['first-paint', 'keyboard', 'viewport'],
};

/** Patterns of the specs that run on this shape. @throws where a spec file is in no list, or a list names no file */
export function specsOf(shape: Shape, isSoak: boolean): string[] {
  const listed = Object.values(specs).flat();
  const files = readdirSync(fileURLToPath(new URL('.', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  });
  const existing = files
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => basename(path, '.spec.ts'));
  const strays = [
    ...existing.filter((name) => !listed.includes(name)),
    ...listed.filter((name) => !existing.includes(name)),
  ];
  if (strays.length > 0)
    throw new Error(`tests/e2e/shapes.ts and the spec files differ: ${strays.join(', ')}`);
  const screens = isSoak ? [...specs.phone, ...specs.desktop] : specs[shape];
  const names = [...specs.both, ...screens, ...(shape === 'desktop' ? specs.engine : [])];
  return names.map((name) => `**/${name}.spec.ts`);
}
