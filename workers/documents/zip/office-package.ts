/** The packages of Office files: which part belongs to which, and what the file says of itself. */
// ECMA-376 part 2, Open Packaging Conventions.
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Zip } from './open-zip.ts';
import { walkXml } from './walk-xml.ts';

export type Relation = {
  id: string;
  /** The last word of its type, such as `slide`. */ type: string;
  target: string;
};

/** The parts that a part refers to, '' for the package itself; those outside of the file are left out. */
export async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  const cut = part.lastIndexOf('/') + 1;
  const xml = await zip.text(`${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`);
  const relations: Relation[] = [];
  walkXml(xml ?? '', {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolvePath(part, target) });
    },
  });
  return relations;
}

/** The part that holds the document, such as `word/document.xml`. */
export async function mainPart(zip: Zip, name: string): Promise<string> {
  const found = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument');
  if (found && zip.has(found.target)) return found.target;
  throw new ToolError(
    'binary_file',
    `${name} is damaged or no Office file: it has no document inside. Ask the user for another copy.`,
  );
}

/** `target` as it is written in `part`: relative to its folder, or from the root. */
export function resolvePath(part: string, target: string): string {
  const { pathname } = new URL(target, `http://package.invalid/${encodeURI(part)}`);
  return decodePath(pathname.slice(1));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that is part of the name.
    return path;
  }
}

/** Title and author, where they are stated. */
export async function coreFacts(zip: Zip): Promise<Record<string, string>> {
  const core = (await relationsOf(zip, '')).find(({ type }) => type === 'core-properties');
  const xml = core && (await zip.text(core.target));
  return xml === undefined ? {} : readFacts(xml, { title: 'Title', creator: 'Author' });
}

/** The first text of each of these elements, under the name that is shown. */
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
