/** The tools that exist, which are switched off, and single calls by the user. */
import type { ToolsApi } from '#shared/api/tools.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { CallToolNeeds } from '#workers/engine/calls/call-tool.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { ToolsNeeds } from './backup.ts';
import type { FindersPort } from './tools/find-tools.ts';
import { openDisabledTools, type DisabledTools } from './disabled-tools.ts';

type Needs = CallToolNeeds & {
  openRegistry(): Promise<Registry>;
  disabledTools: DisabledTools;
} & FindersPort;

export const tools = {
  start: async ({ database }) => ({ disabledTools: await openDisabledTools(database) }),
  backup: async (needs) => (await import('./backup.ts')).toolsInBackup(needs),
  toolPort: async ({ canSeePictures }): Promise<FindersPort> => ({ canSeePictures }),
  tools: async () => (await import('./tools/index.ts')).finders,
  reload: ({ disabledTools }) => disabledTools.reload(),
  async open(needs) {
    const [{ callTool }, { listTools }] = await Promise.all([
      import('#workers/engine/calls/call-tool.ts'),
      import('#workers/engine/calls/list-tools.ts'),
    ]);
    return {
      list: async () => listTools(await needs.openRegistry()),
      async definitions(format, names) {
        const { listDefinitions } = await import('./list-definitions.ts');
        return listDefinitions(format, names, await needs.openRegistry());
      },
      async setEnabled(name, enabled) {
        const { switchTool } = await import('./switch-tool.ts');
        return switchTool(name, enabled, needs);
      },
      call: (name, parameters, options) => callTool({ name, parameters, ...options }, needs),
    };
  },
} satisfies Domain<ToolsApi, Needs, ToolsNeeds>;
