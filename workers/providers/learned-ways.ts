/** What checks and refused requests taught about an address and a model. In memory here; the providers' store keeps it. */
import { readWays, type ModelWays } from '#shared/models/ways.ts';
import type { Destination, ProviderTarget } from '#workers/contracts/provider.ts';

type Place = Pick<Destination, 'baseUrl' | 'model'>;
type Save = (place: string, ways: ModelWays) => void;

const memory = new Map<string, ModelWays>();
let save: Save = () => undefined;

const nameOf = ({ baseUrl, model }: Place) => `${baseUrl} ${model}`;

export function waysOf(place: Place): ModelWays {
  return memory.get(nameOf(place)) ?? {};
}

export function learn(place: Place, ways: ModelWays): void {
  const name = nameOf(place);
  const all = { ...memory.get(name), ...ways };
  memory.set(name, all);
  save(name, all);
}

export function forget(place: Place): void {
  memory.delete(nameOf(place));
  save(nameOf(place), {});
}

/** Takes over what is stored; `onLearned` stores what is taught from now on. */
export function rememberWays(stored: Readonly<Record<string, unknown>>, onLearned: Save): void {
  for (const [name, ways] of Object.entries(stored))
    memory.set(name, { ...readWays(ways), ...memory.get(name) });
  save = onLearned;
}

/** What the user set takes precedence. */
export function withWays(target: ProviderTarget): ProviderTarget {
  return { ...target, traits: { ...waysOf(target), ...target.traits } };
}
