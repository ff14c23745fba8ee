/** What the engine asks of all domains, by the fields of their `domain.ts`. */
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { DomainTool } from '#workers/engine/calls/in-engine/in-engine-tools.ts';
import type { Note } from '#shared/conversation/message.ts';
import type { UserTurn } from '#workers/contracts/prompt-block.ts';
import type { Core } from '#workers/engine/core.ts';
import type { Domain } from '#workers/engine/domain.ts';

export type DomainHooks = {
  /** Has each domain do what is due by now. */
  wake(): Promise<void>;
  cleanUp(): Promise<void>;
  /** What the domains tell with a message of the user, in their order, as the notes to store with it. */
  tell(turn: UserTurn): Promise<Note[]>;
  /** The tools that run in the engine, each with the port of its domain. */
  loadInEngineTools(): Promise<DomainTool[]>;
};

type Domains<Engine extends object> = Readonly<Record<string, Domain<object, Engine>>>;

/** Starts all domains and returns their services together. */
export async function startDomains<Engine extends object>(
  domains: Domains<Engine>,
  core: Core,
  engine: () => Engine,
): Promise<object> {
  const all = Object.values(domains);
  const services = await Promise.all(all.map(async (domain) => domain.start?.(core, engine)));
  return Object.assign({}, ...services) as object;
}

export function createDomainHooks<Engine extends object>(
  domains: Domains<Engine>,
  engine: () => Engine,
): DomainHooks {
  const all = Object.values(domains);
  return {
    async wake() {
      await Promise.all(all.map(async (domain) => domain.wake?.(engine())));
    },
    async cleanUp() {
      for (const domain of all) await domain.cleanUp?.(engine());
    },
    tell: async (turn) => (await import('./tell-model.ts')).tellModel(all, turn, engine()),
    async loadInEngineTools() {
      const { loadDomainTools } = await import('#workers/domains/load-tools.ts');
      return (await loadDomainTools()).map(({ domain, tool }) => ({
        tool,
        openPort: async () => (await domains[domain]?.toolPort?.(engine())) ?? {},
      }));
    },
  };
}

/** Whether the user has switched off the domain that the tool is of. */
export function isSwitchedOff<Engine extends object>(
  tool: ToolDefinition,
  domains: Domains<Engine>,
  engine: () => Engine,
): boolean {
  return tool.capabilities.some((name) => domains[name]?.isOn?.(engine()) === false);
}
