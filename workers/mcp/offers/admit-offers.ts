/**
 * Filters a server's resources and prompts: those that are too long or have invisible characters are omitted
 * and logged.
 */
import { findInvisible, hasInvisibleCharacters } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { ServerLog } from '../connection/log.ts';
import type { Link, Prompt } from '../connection/link.ts';

/**
 * The same link with filtered lists, for page and model. The entries are unchanged, because their names are
 * sent back to the server.
 */
export function admitOffers(link: Link, log: Pick<ServerLog, 'add'>): Link {
  function keep<T>(method: string, all: T[], isGood: (each: T) => boolean): T[] {
    const good = all.filter(isGood);
    const rejected = all.length - good.length;
    if (rejected > 0)
      log.add('app', 'warning', `${method}: left out ${rejected}, too long or with hidden characters`);
    return good;
  }

  return {
    ...link,
    resources: async (signal) =>
      keep('resources/list', await link.resources(signal), ({ uri }) => isReadable(uri)),
    templates: async (signal) =>
      keep('resources/templates/list', await link.templates(signal), ({ uriTemplate }) => {
        // The length is checked before the template is parsed.
        return isReadable(uriTemplate) && variablesIn(uriTemplate).length <= mcpLimits.templateVariables;
      }),
    prompts: async (signal) => keep('prompts/list', await link.prompts(signal), isGoodPrompt),
  };
}

/** The variables of a URI template, such as `{+path}`, `{?a,b*}` or `{name:3}`. */
export function variablesIn(template: string): string[] {
  return [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((variable) => variable.replace(/(\*|:\d+)$/, '').trim()),
  );
}

function isReadable(address: string): boolean {
  return address.length <= mcpLimits.addressCharacters && !hasInvisibleCharacters(address);
}

function isGoodPrompt({ name, arguments: values = [] }: Prompt): boolean {
  return (
    values.length <= mcpLimits.formFields && [name, ...values.map((each) => each.name)].every(isGoodName)
  );
}

function isGoodName(name: string): boolean {
  return name.length <= limits.external.nameCharacters && findInvisible(name) === undefined;
}
