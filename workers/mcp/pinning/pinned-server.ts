/** Serialises and parses what is known of a server, including the format of earlier versions. */
import { isJsonObject } from '#shared/json.ts';
import type { KnownTool, ToolFingerprint } from './pinned-tools.ts';
import { builtInPins, firstOfEach, type KnownServer, type Pin, type ToLocalName } from './tool-acceptance.ts';

const emptyServer: KnownServer = {
  tools: [],
  pins: [],
  offers: { resources: false, prompts: false, completions: false, logging: false },
  instructions: '',
};

/**
 * Maximum UTF-16 code units. Larger tool lists are not stored but requested from the server each time; only
 * their pins are stored.
 */
const maxCharacters = 2_000_000;

/**
 * `wire` and `face` are field names of the first version, kept because tabs with an older version read this
 * text, too.
 */
type StoredTool = Omit<KnownTool, 'localName' | 'fingerprint'> & { wire?: string; face: ToolFingerprint };
type Stored = Omit<KnownServer, 'tools' | 'pins'> & {
  tools: StoredTool[];
  /** In the first version, the key of a pin was the server's own name of the tool. */
  pins: (Pin | [name: string, fingerprint: ToolFingerprint])[];
  /** The tools were omitted because of their size. */
  isCut?: true;
};

export function writeKnown({ tools, ...known }: KnownServer): string {
  const stored: Stored = {
    ...known,
    tools: tools.map(({ localName, fingerprint, ...tool }) => ({
      ...tool,
      wire: localName,
      face: fingerprint,
    })),
  };
  const text = JSON.stringify(stored);
  const cut: Stored = { ...stored, tools: [], isCut: true };
  return text.length <= maxCharacters ? text : JSON.stringify(cut);
}

/** Parses what another tab stored; tools that were too large to store are kept from `own`. */
export function rereadKnown(text: string, own: KnownServer, toLocalName: ToLocalName): KnownServer {
  const known = readKnown(text, toLocalName);
  const value: unknown = text && JSON.parse(text);
  return isJsonObject(value) && value.isCut === true ? { ...known, tools: own.tools } : known;
}

/** Only this app writes the text; an unknown format yields an empty server. */
export function readKnown(text: string, toLocalName: ToLocalName): KnownServer {
  if (text === '') return emptyServer;
  const value: unknown = JSON.parse(text);
  const isWhole =
    isJsonObject(value) &&
    Array.isArray(value.tools) &&
    Array.isArray(value.pins) &&
    isJsonObject(value.offers);
  return isWhole ? fromStored(value as Stored, toLocalName) : emptyServer;
}

function fromStored({ isCut: _, ...stored }: Stored, toLocalName: ToLocalName): KnownServer {
  const tools = stored.tools.map(({ wire: __, face, ...tool }): KnownTool => ({
    ...tool,
    localName: toLocalName(tool.name),
    fingerprint: face,
  }));
  const pins = stored.pins.map((pin): Pin =>
    pin.length === 3 ? pin : [toLocalName(pin[0]), pin[1], pin[0]],
  );
  const known = { ...stored, tools, pins };
  return { ...known, pins: firstOfEach([...pins, ...builtInPins(known, toLocalName)]) };
}
