/** A server's resources, prompts and completions, converted to the app's types and cleaned for the screen. */
import { visibleName, visibleText } from '#shared/invisible.ts';
import { limits } from '#shared/limits.ts';
import type {
  McpCompletion,
  McpCompletionTarget,
  McpContent,
  McpPrompt,
  McpPromptText,
  McpResource,
  McpResources,
  McpResourceTemplate,
} from '#shared/mcp/mcp.ts';
import { variablesIn } from './admit-offers.ts';
import { fail } from '../errors/failure.ts';
import { decode, nameIn, shownAddress, shownType } from './outcome.ts';
import type {
  GetPromptResult,
  Link,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '../connection/link.ts';

export async function listResources(link: Link, signal: AbortSignal): Promise<McpResources> {
  const [resources, templates] = await Promise.all([link.resources(signal), link.templates(signal)]);
  return { resources: resources.map(toResource), templates: templates.map(toTemplate) };
}

export async function readResource(link: Link, uri: string, signal: AbortSignal): Promise<McpContent[]> {
  return (await link.read(uri, signal)).contents.map(toContent);
}

export async function listPrompts(link: Link, signal: AbortSignal): Promise<McpPrompt[]> {
  return (await link.prompts(signal)).map(toPrompt);
}

export async function readPrompt(
  link: Link,
  name: string,
  values: Record<string, string>,
  signal: AbortSignal,
): Promise<McpPromptText> {
  const { messages } = await link.prompt(name, values, signal);
  return { messages: messages.map(({ role, content }) => ({ role, content: [toPart(content)] })) };
}

export async function complete(
  link: Link,
  target: McpCompletionTarget,
  argument: { name: string; value: string },
  others: Record<string, string> | undefined,
  signal: AbortSignal,
): Promise<McpCompletion> {
  const ref =
    target.type === 'prompt'
      ? { type: 'ref/prompt' as const, name: target.name }
      : { type: 'ref/resource' as const, uri: target.template };
  const context = others ? { context: { arguments: others } } : {};
  const { completion } = await link.complete({ ref, argument, ...context }, signal);
  const values = completion.values.slice(0, 100).map((value) => visibleText(value).slice(0, 500));
  return { values, hasMore: completion.hasMore === true || completion.values.length > 100 };
}

function toResource({ uri, name, title, description, mimeType, size }: Resource): McpResource {
  return {
    uri,
    ...texts(name, title, description),
    mimeType: shownType(mimeType ?? ''),
    ...(size === undefined ? {} : { size }),
  };
}

function toTemplate(template: ResourceTemplateType): McpResourceTemplate {
  const { uriTemplate, name, title, description, mimeType } = template;
  return {
    template: uriTemplate,
    ...texts(name, title, description),
    mimeType: shownType(mimeType ?? ''),
    variables: variablesIn(uriTemplate),
  };
}

function toPrompt({ name, title, description, arguments: values = [] }: Prompt): McpPrompt {
  return {
    ...texts(name, title, description),
    arguments: values.map((each) => ({
      ...texts(each.name, undefined, each.description),
      isRequired: each.required === true,
    })),
  };
}

/** The name is kept unchanged, because it goes back to the server; what is shown is cleaned. */
function texts(name: string, title: string | undefined, description: string | undefined) {
  return {
    name,
    title: visibleName(title ?? name).slice(0, limits.external.titleCharacters),
    description: visibleText(description ?? '').slice(0, limits.external.descriptionCharacters),
  };
}

function toContent(resource: ReadResourceResult['contents'][number]): McpContent {
  const uri = shownAddress(resource.uri);
  if ('text' in resource)
    return {
      type: 'text',
      text: visibleText(resource.text),
      mimeType: shownType(resource.mimeType ?? 'text/plain'),
      uri,
    };
  return { ...toBlob(resource.blob, resource.mimeType ?? 'application/octet-stream', nameIn(uri)), uri };
}

function toPart(content: GetPromptResult['messages'][number]['content']): McpContent {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: visibleText(content.text), mimeType: 'text/plain' };
    case 'image':
    case 'audio':
      return toBlob(content.data, content.mimeType);
    case 'resource':
      return toContent(content.resource);
    case 'resource_link':
      return linkPart(shownAddress(content.uri));
  }
}

function linkPart(uri: string): McpContent {
  return { type: 'text', text: uri, mimeType: 'text/uri-list', uri };
}

function toBlob(data: string, type: string, name?: string): McpContent {
  const mimeType = shownType(type);
  const bytes = decode(data);
  if (!bytes) throw fail('malformed', 'base64');
  return { type: 'blob', blob: new Blob([bytes], { type: mimeType }), mimeType, ...(name ? { name } : {}) };
}
