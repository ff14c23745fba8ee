/** What a dated snapshot of models knows of one; `scripts/update-models.mjs` writes the snapshot. */
import { presetAt } from '#shared/models/presets.ts';
import {
  cloudTraits,
  unknownTraits,
  type ModelFacts,
  type ModelTraits,
  type ProviderKind,
} from '#shared/models/provider.ts';

/** [window, longest reply, 1 for images + 2 for reasoning, then prices: in, out, cache read, cache write] */
type Row = readonly number[];
export type Catalogue = { date: string; services: Readonly<Record<string, Readonly<Record<string, Row>>>> };

/** Which list of the snapshot a preset is in, where its name is another. */
const serviceNames: Readonly<Record<string, string>> = { gemini: 'google' };

/** Where a model of a service that is not in the list is looked for, by its name alone. */
const makers = ['openai', 'anthropic', 'google', 'mistral', 'deepseek', 'xai', 'groq'];

/** A snapshot of a model, or an alias of its newest one: the same model under the name without it. */
const ending = /[-@:](\d{4}-?\d{2}-?\d{2}|\d{4,6}|latest|preview(-\d{2}-\d{2,4})?|exp(-\d{2,4})*|free)$/;

type Asked = { kind: ProviderKind; baseUrl: string; model: string };

/** The code and the snapshot are loaded at the first use of a service in the cloud. */
export async function findTraits(asked: Asked): Promise<ModelFacts> {
  if (!isCloud(asked)) return { traits: unknownTraits, isKnown: false };
  const { default: catalogue } = await import('./models.json');
  return lookUp(catalogue, asked);
}

export function lookUp({ date, services }: Catalogue, { baseUrl, model }: Asked): ModelFacts {
  const preset = presetAt(baseUrl)?.id;
  const own = preset && services[serviceNames[preset] ?? preset];
  const names = namesOf(model);
  const rows = [
    ...(own ? names.map((name) => findRow(own, name)) : []),
    ...makers.flatMap((maker) => names.map((name) => findRow(services[maker] ?? {}, name))),
    findByLastPart(services.openrouter ?? {}, names.at(-1) ?? ''),
  ];
  const row = rows.find((found) => found !== undefined);
  return { traits: row ? toTraits(row) : cloudTraits, isKnown: row !== undefined, date };
}

/** As it is, and without what stands before the last slash: `models/…` of Gemini, `vendor/…` of gateways. */
function namesOf(model: string): string[] {
  const name = model.trim().toLowerCase();
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last === name ? [name] : [name, last];
}

function findRow(models: Readonly<Record<string, Row>>, name: string): Row | undefined {
  const known = models[name] ?? models[`${name}-latest`];
  if (known) return known;
  const shorter = name.replace(ending, '');
  if (shorter !== name) return findRow(models, shorter);
  // The catalogue may know only dated snapshots; the newest is last.
  const dated = Object.keys(models).findLast((key) => key.replace(ending, '') === name);
  return dated === undefined ? undefined : models[dated];
}

function findByLastPart(models: Readonly<Record<string, Row>>, name: string): Row | undefined {
  const key = Object.keys(models).find((each) => each.endsWith(`/${name}`));
  return key === undefined ? undefined : models[key];
}

function toTraits(row: Row): ModelTraits {
  const [contextTokens = 0, outputTokens = 0, abilities = 0, input, output, cacheRead, cacheWrite] = row;
  const traits = {
    contextTokens,
    outputTokens,
    tools: true,
    images: (abilities & 1) !== 0,
    reasoning: (abilities & 2) !== 0,
  };
  if (input === undefined || output === undefined) return traits;
  return {
    ...traits,
    prices: {
      input,
      output,
      // Nothing is cached for nothing: a zero means that nobody says.
      ...(cacheRead ? { cacheRead } : {}),
      ...(cacheWrite ? { cacheWrite } : {}),
    },
  };
}

/** A server at home may run a model of the same name in a much smaller window. */
function isCloud({ kind, baseUrl }: Asked): boolean {
  if (kind === 'guide' || kind === 'on-device' || !URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return !/^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^.]+$)|\.(local|lan|internal)$/.test(
    hostname,
  );
}
