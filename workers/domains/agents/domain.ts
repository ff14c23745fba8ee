/** Agents: who answers, with which model, tools, permissions and limits. */
import type { AgentsApi } from '#shared/api/agents.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { Database } from '#workers/storage/database.ts';
import { withCanonicalNames } from './canonical-tools.ts';
import type { AgentStore } from './store.ts';
import { tables } from './tables.ts';

type Needs = { agents: AgentStore; openRegistry(): Promise<Pick<Registry, 'find'>> };

export const agents: Domain<AgentsApi, Needs, { database: Database }> = {
  tables,
  backup: async (needs) => (await import('./backup.ts')).agentsInBackup(needs),
  open: ({ agents: store, openRegistry, changed }) => ({
    list: store.list,
    async save(draft) {
      const { checkAgent } = await import('./check-agent.ts');
      const message = checkAgent(draft);
      if (message) return { ok: false, error: { type: 'validation_error', message } };
      const value = await store.save(withCanonicalNames(draft));
      changed(value.id);
      return { ok: true, value };
    },
    async import(definition) {
      const [{ importAgent }, tools] = await Promise.all([
        import('./import/import-agent.ts'),
        openRegistry(),
      ]);
      return importAgent(definition, (name) => tools.find(name) !== undefined);
    },
    async remove(id) {
      await store.remove(id);
      changed(id);
    },
  }),
};
