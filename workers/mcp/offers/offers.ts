/**
 * A server's resources, prompts and completions, converted to the app's types, cleaned for display and
 * without secrets.
 */
import { visibleName, visibleText } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
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
import { cutText, decode, nameIn, shownAddress, shownType } from './outcome.ts';
import type {
  GetPromptResult,
  Link,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '../connection/link.ts';

/**
 * Removes the server's secrets from a text. Applied after cleaning, because invisible characters could split
 * a secret.
 */
type Redact = (text: string) => string;

/** The link to a server, and what removes its secrets from responses. */
export type Asked = { link: Link; cut: Redact; signal: AbortSignal };

export async function listResources({ link, cut, signal }: Asked): Promise<McpResources> {
  const [resources, templates] = await Promise.all([link.resources(signal), link.templates(signal)]);
  return {
    resources: resources.map((each) => toResource(each, cut)),
    templates: templates.map((each) => toTemplate(each, cut)),
  };
}

export async function readResource({ link, cut, signal }: Asked, uri: string): Promise<McpContent[]> {
  return (await link.read(uri, signal)).contents.map((each) => toContent(each, cut));
}

export async function listPrompts({ link, cut, signal }: Asked): Promise<McpPrompt[]> {
  return (await link.prompts(signal)).map((each) => toPrompt(each, cut));
}

export async function readPrompt(
  { link, cut, signal }: Asked,
  name: string,
  values: Record<string, string>,
): Promise<McpPromptText> {
  const { messages } = await link.prompt(name, values, signal);
  return { messages: messages.map(({ role, content }) => ({ role, content: [toPart(content, cut)] })) };
}

export async function complete(
  { link, cut, signal }: Asked,
  target: McpCompletionTarget,
  argument: { name: string; value: string },
  others: Record<string, string> | undefined,
): Promise<McpCompletion> {
  const ref =
    target.type === 'prompt'
      ? { type: 'ref/prompt' as const, name: target.name }
      : { type: 'ref/resource' as const, uri: target.template };
  const context = others ? { context: { arguments: others } } : {};
  const { completion } = await link.complete({ ref, argument, ...context }, signal);
  const values = completion.values.slice(0, 100).map((value) => cut(visibleText(value)).slice(0, 500));
  return { values, hasMore: completion.hasMore === true || completion.values.length > 100 };
}

function toResource({ uri, name, title, description, mimeType, size }: Resource, cut: Redact): McpResource {
  return {
    uri,
    ...texts(name, title, description, cut),
    mimeType: cut(shownType(mimeType ?? '')),
    ...(size === undefined ? {} : { size }),
  };
}

function toTemplate(template: ResourceTemplateType, cut: Redact): McpResourceTemplate {
  const { uriTemplate, name, title, description, mimeType } = template;
  return {
    template: uriTemplate,
    ...texts(name, title, description, cut),
    mimeType: cut(shownType(mimeType ?? '')),
    variables: variablesIn(uriTemplate),
  };
}

function toPrompt({ name, title, description, arguments: values = [] }: Prompt, cut: Redact): McpPrompt {
  return {
    ...texts(name, title, description, cut),
    arguments: values.map((each) => ({
      ...texts(each.name, undefined, each.description, cut),
      isRequired: each.required === true,
    })),
  };
}

/** The name stays unchanged, because it is sent back to the server; what is displayed is cleaned. */
function texts(name: string, title: string | undefined, description: string | undefined, cut: Redact) {
  return {
    name,
    title: cut(visibleName(title ?? '') || visibleName(name)).slice(0, limits.external.titleCharacters),
    description: cut(visibleText(description ?? '')).slice(0, limits.external.descriptionCharacters),
  };
}

function toContent(resource: ReadResourceResult['contents'][number], cut: Redact): McpContent {
  const uri = cut(shownAddress(resource.uri));
  if ('text' in resource)
    return {
      type: 'text',
      text: cut(visibleText(resource.text)),
      mimeType: cut(shownType(resource.mimeType ?? 'text/plain')),
      uri,
    };
  const type = cut(shownType(resource.mimeType ?? 'application/octet-stream'));
  return { ...toBlob(resource.blob, type, cut, nameIn(uri)), uri };
}

function toPart(content: GetPromptResult['messages'][number]['content'], cut: Redact): McpContent {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: cut(visibleText(content.text)), mimeType: 'text/plain' };
    case 'image':
    case 'audio':
      return toBlob(content.data, cut(shownType(content.mimeType)), cut);
    case 'resource':
      return toContent(content.resource, cut);
    case 'resource_link':
      return linkPart(cut(shownAddress(content.uri)));
  }
}

function linkPart(uri: string): McpContent {
  return { type: 'text', text: uri, mimeType: 'text/uri-list', uri };
}

function toBlob(data: string, mimeType: string, cut: Redact, name?: string): McpContent {
  const bytes = decode(data);
  if (!bytes) throw fail('malformed', 'base64');
  const blob = new Blob([cutText(bytes, cut)], { type: mimeType });
  return { type: 'blob', blob, mimeType, ...(name ? { name } : {}) };
}
