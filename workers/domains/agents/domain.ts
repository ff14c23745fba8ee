/** Agents: who answers, with which model, tools, permissions and limits. */
import type { AgentsApi } from '#shared/api/agents.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { Database } from '#workers/storage/database.ts';
import { withCanonicalNames } from './canonical-tools.ts';
import type { DataNeeds } from './import/import-data.ts';
import { createAgentStore } from './store.ts';
import { tables } from './tables.ts';

type Needs = DataNeeds & { openRegistry(): Promise<Pick<Registry, 'find'>> };

export const agents = {
  tables,
  start: ({ database }) => ({ agents: createAgentStore(database) }),
  backup: async (needs) => (await import('./backup.ts')).agentsInBackup(needs),
  open: ({ changed, ...needs }) => ({
    list: needs.agents.list,
    async save(draft) {
      const { checkAgent } = await import('./check-agent.ts');
      const message = checkAgent(draft);
      if (message) return { ok: false, error: { type: 'validation_error', message } };
      const value = await needs.agents.save(withCanonicalNames(draft));
      changed(value.id);
      return { ok: true, value };
    },
    async import(definition) {
      const [{ importAgent }, { readStoredData }, isKnown] = await Promise.all([
        import('./import/import-agent.ts'),
        import('./import/import-data.ts'),
        openKnown(needs),
      ]);
      return importAgent(definition, isKnown, () => readStoredData(needs.database));
    },
    async importData(definition, agent) {
      const [{ importData }, isKnown] = await Promise.all([
        import('./import/import-data.ts'),
        openKnown(needs),
      ]);
      return importData(definition, agent, isKnown, needs);
    },
    async remove(id) {
      await needs.agents.remove(id);
      changed(id);
    },
  }),
} satisfies Domain<AgentsApi, Needs, { database: Database }>;

async function openKnown({ openRegistry }: Pick<Needs, 'openRegistry'>): Promise<(tool: string) => boolean> {
  const tools = await openRegistry();
  return (name) => tools.find(name) !== undefined;
}
