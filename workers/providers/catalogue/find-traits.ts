/** Looks a model up in a dated snapshot of model catalogues; `scripts/update-models.mjs` writes the snapshot. */
import { presetAt } from '#shared/models/presets.ts';
import {
  cloudTraits,
  hasNetwork,
  unknownTraits,
  type ModelFacts,
  type ModelTraits,
  type ProviderKind,
} from '#shared/models/provider.ts';

/** [context window, longest reply, 1 for images + 2 for reasoning, then USD per million: in, out, cache read, cache write] */
type Row = readonly number[];
export type Catalogue = { date: string; services: Readonly<Record<string, Readonly<Record<string, Row>>>> };

/** The snapshot's name for a preset, if it differs from the preset's id. */
const serviceNames: Readonly<Record<string, string>> = { gemini: 'google' };

/** Services in which a model of an unlisted service is looked up by its name. */
const makers = ['openai', 'anthropic', 'google', 'mistral', 'deepseek', 'xai', 'groq'];

/** Services whose models with image input also read PDF files; other compatible servers may refuse them. */
const pdfReaders: readonly string[] = ['openai', 'anthropic', 'gemini'];

/** Suffixes of a dated version or an alias; the name without it is the same model. */
const versionSuffix =
  /[-@:](\d{4}-?\d{2}-?\d{2}|\d{4,6}|latest|preview(-\d{2}-\d{2,4})?|exp(-\d{2,4})*|free)$/;

type ModelQuery = { kind: ProviderKind; baseUrl: string; model: string };

/** The snapshot is loaded at the first use of a cloud service. */
export async function findTraits(query: ModelQuery): Promise<ModelFacts> {
  if (!isCloud(query)) return { traits: unknownTraits, isKnown: false };
  const { default: catalogue } = await import('./models.json');
  return findModelFacts(catalogue, query);
}

export function findModelFacts({ date, services }: Catalogue, { baseUrl, model }: ModelQuery): ModelFacts {
  const preset = presetAt(baseUrl)?.id;
  const own = preset && services[serviceNames[preset] ?? preset];
  const names = namesOf(model);
  const rows = [
    ...(own ? names.map((name) => findRow(own, name)) : []),
    ...makers.flatMap((maker) => names.map((name) => findRow(services[maker] ?? {}, name))),
    findByLastPart(services.openrouter ?? {}, names.at(-1) ?? ''),
  ];
  const row = rows.find((found) => found !== undefined);
  if (!row) return { traits: cloudTraits, isKnown: false, date };
  const traits = toTraits(row);
  const documents = traits.images && pdfReaders.includes(preset ?? '');
  return { traits: documents ? { ...traits, documents } : traits, isKnown: true, date };
}

/** The name, and its part after the last slash: Gemini prefixes `models/`, gateways `vendor/`. */
function namesOf(model: string): string[] {
  const name = model.trim().toLowerCase();
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last === name ? [name] : [name, last];
}

function findRow(models: Readonly<Record<string, Row>>, name: string): Row | undefined {
  const known = models[name] ?? models[`${name}-latest`];
  if (known) return known;
  const shorter = name.replace(versionSuffix, '');
  if (shorter !== name) return findRow(models, shorter);
  // The snapshot may have only dated versions; the newest is last.
  const dated = Object.keys(models).findLast((key) => key.replace(versionSuffix, '') === name);
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
      // 0 means unknown: no service caches for free.
      ...(cacheRead ? { cacheRead } : {}),
      ...(cacheWrite ? { cacheWrite } : {}),
    },
  };
}

/** A local server may run a model of the same name with a much smaller context window. */
function isCloud({ kind, baseUrl }: ModelQuery): boolean {
  if (!hasNetwork(kind) || !URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return !/^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^.]+$)|\.(local|lan|internal)$/.test(
    hostname,
  );
}
