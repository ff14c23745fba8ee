/** Reads the package structure of Office files: relations between parts, the main part, and metadata. */
// ECMA-376 part 2, Open Packaging Conventions.
import { ToolError } from '#workers/contracts/tool-error.ts';
import { decodeUri } from '#workers/text/decode-uri.ts';
import type { Zip } from './open-zip.ts';
import { walkXml } from './walk-xml.ts';

export type Relation = {
  id: string;
  /** The last segment of the relation's type, such as `slide`. */ type: string;
  target: string;
};

/** The relations of a part, '' for the package itself; those to targets outside the file are omitted. */
export async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  return (await allRelations(zip, part))
    .filter(({ isOutside }) => !isOutside)
    .map(({ id, type, target }) => ({ id, type, target: resolvePath(part, target) }));
}

/** The addresses outside the file that a part names, by the id of the relation. */
export async function outsideTargets(zip: Zip, part: string): Promise<Map<string, string>> {
  const relations = await allRelations(zip, part);
  return new Map(relations.filter(({ isOutside }) => isOutside).map(({ id, target }) => [id, target]));
}

async function allRelations(zip: Zip, part: string): Promise<(Relation & { isOutside: boolean })[]> {
  const cut = part.lastIndexOf('/') + 1;
  const xml = await zip.text(`${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`);
  const relations: (Relation & { isOutside: boolean })[] = [];
  walkXml(xml ?? '', {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship') return;
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target,
        isOutside: mode === 'External',
      });
    },
  });
  return relations;
}

/** The ids of all relations of a part, also of those to targets outside the file. */
export async function relationIds(zip: Zip, part: string): Promise<Set<string>> {
  return new Set((await allRelations(zip, part)).map(({ id }) => id));
}

/** The path of the main document part, such as `word/document.xml`. */
export async function mainPart(zip: Zip, name: string): Promise<string> {
  const found = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument');
  if (found && zip.has(found.target)) return found.target;
  throw new ToolError(
    'binary_file',
    `${name} is damaged or no Office file: it has no document inside. Ask the user for another copy.`,
  );
}

/** Resolves `target` as it is written in `part`: relative to the folder of `part`, or from the root. */
export function resolvePath(part: string, target: string): string {
  const base = `http://package.invalid/${encodeURI(part)}`;
  // A damaged target costs what it leads to, not the file.
  if (!URL.canParse(target, base)) return target;
  return decodeUri(new URL(target, base).pathname.slice(1));
}

/** Title and author, if the file states them. */
export async function coreFacts(zip: Zip): Promise<Record<string, string>> {
  const core = (await relationsOf(zip, '')).find(({ type }) => type === 'core-properties');
  const xml = core && (await zip.text(core.target));
  return xml === undefined ? {} : readFacts(xml, { title: 'Title', creator: 'Author' });
}

/** The first text of each of these elements; keys are the labels in `names`. */
export function readFacts(xml: string, names: Readonly<Record<string, string>>): Record<string, string> {
  const facts: Record<string, string> = {};
  let current: string | undefined;
  walkXml(xml, {
    open(name) {
      const shown = Object.hasOwn(names, name) ? names[name] : undefined;
      current = shown !== undefined && facts[shown] === undefined ? shown : undefined;
    },
    text(text) {
      if (current !== undefined && text.trim() !== '') facts[current] = (facts[current] ?? '') + text;
    },
    close: () => (current = undefined),
  });
  return facts;
}
