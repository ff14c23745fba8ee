/**
 * Reads a PowerPoint presentation: the text of its slides in order, with tables, charts, alternative texts of
 * pictures, and notes.
 */
// ECMA-376 part 1, PresentationML. No maintained library extracts the text of slides in a browser without
// rendering them.
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { coreFacts, mainPart, relationsOf, type Relation } from '../zip/office-package.ts';
import { openZip, type Zip } from '../zip/open-zip.ts';
import { attributeOf, walkXml } from '../zip/walk-xml.ts';
import { readChart } from './chart.ts';
import { readSlide } from './slide.ts';

export async function openPptx(bytes: Uint8Array<ArrayBuffer>, context: OpenContext): Promise<OpenDocument> {
  const zip = await openZip(bytes, context);
  const presentation = await mainPart(zip, context.name);
  const slides = await slidesOf(zip, presentation);
  return {
    facts: await coreFacts(zip),
    part: 'slide',
    count: slides.length,
    read: async (number) => slideText(zip, slides[number - 1] ?? '', context.name),
  };
}

/** The paths of the slides in presentation order. */
async function slidesOf(zip: Zip, presentation: string): Promise<string[]> {
  const relations = await relationsOf(zip, presentation);
  const ids: string[] = [];
  walkXml((await zip.text(presentation)) ?? '', {
    open(name, attributes) {
      const id = name === 'sldId' ? (attributes['r:id'] ?? relationId(attributes)) : undefined;
      if (id !== undefined) ids.push(id);
    },
  });
  return ids.flatMap((id) => relations.find((relation) => relation.id === id)?.target ?? []);
}

/**
 * The relation id of a slide if the prefix is not `r`; the attribute `id` without a prefix is the slide's own
 * number.
 */
function relationId(attributes: Readonly<Record<string, string>>): string | undefined {
  const { id: _, ...prefixed } = attributes;
  return attributeOf(prefixed, 'id');
}

async function slideText(zip: Zip, part: string, name: string): Promise<string> {
  const xml = await zip.text(part);
  if (xml === undefined)
    throw new ToolError(
      'binary_file',
      `${name} is damaged: the slide '${part.slice(0, 100)}' is missing. Ask the user for another copy.`,
    );
  const relations = await relationsOf(zip, part);
  const { text, isHidden } = readSlide(xml);
  const diagrams = await Promise.all(targets(relations, 'diagramData').map((each) => lines(zip, each)));
  const charts = await Promise.all(
    targets(relations, 'chart').map(async (each) => readChart((await zip.text(each)) ?? '')),
  );
  const notes = await Promise.all(targets(relations, 'notesSlide').map((each) => noteText(zip, each)));
  return [
    ...(isHidden ? ['(This slide is hidden.)'] : []),
    text,
    ...diagrams,
    ...charts,
    ...notes.filter(Boolean).map((note) => `Notes: ${note}`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function targets(relations: readonly Relation[], type: string): string[] {
  return relations.filter((each) => each.type === type).map(({ target }) => target);
}

/** The words of a diagram, one item per line. */
async function lines(zip: Zip, part: string): Promise<string> {
  return readSlide((await zip.text(part)) ?? '', { frame: 'pt' }).text;
}

/** The speaker's notes only: the notes page also repeats the slide number and the date. */
async function noteText(zip: Zip, part: string): Promise<string> {
  return readSlide((await zip.text(part)) ?? '', {
    isWanted: (placeholder) => placeholder === 'body',
    hasLists: false,
  }).text;
}
