/** Loads the tools of all domains that run in the engine. */
import type { Domain } from '#workers/engine/domain.ts';
import type { InEngineToolCode } from '#workers/contracts/engine-tool.ts';
import { domains } from './index.ts';

/** In the order in which models see them. */
export async function loadDomainTools(): Promise<{ domain: string; tool: InEngineToolCode }[]> {
  const all = Object.entries<Domain<object, never>>(domains);
  const lists = await Promise.all(
    all.map(async ([domain, { tools }]) => ((await tools?.()) ?? []).map((tool) => ({ domain, tool }))),
  );
  return lists.flat();
}
