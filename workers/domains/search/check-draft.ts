/** Checks a search service before it is saved; returns the fault as a sentence. Scripts can pass any value. */
import { searchKinds, type JsonTemplate, type SearchDraft } from '#shared/api/search.ts';
import { keyPlace, originOf, templateIn, type StoredService } from './search-records.ts';

const maxCharacters = 2_000;
/** The name of a header as of RFC 9110, except those that a request sets itself. */
const headerName = /^(?!(?:accept|content-type|cookie|host|origin|x-relay-.*)$)[!#$%&'*+.^_`|~\w-]{1,100}$/i;

/** `apiKey`: '' deletes the stored one, undefined keeps it. */
export type CheckedDraft = { service: Omit<StoredService, 'id'>; apiKey?: string };

export function checkDraft(draft: SearchDraft): CheckedDraft | string {
  const { kind, apiKey } = draft;
  if (!searchKinds.some((each) => each === kind)) return `'kind' must be one of: ${searchKinds.join(', ')}.`;
  if (kind === 'open')
    return 'The open sources are always there. Choose them with oneclaw.search.use("search_open").';
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !isHeaderValue(apiKey)))
    return 'The key is one line of plain characters, as the service shows it.';
  const address = checkAddress(draft);
  if (typeof address === 'string') return address;
  return {
    service: { kind, ...address },
    ...(apiKey === undefined ? {} : { apiKey: apiKey.trim() }),
  };
}

type Address = { baseUrl?: string; template?: JsonTemplate };

function checkAddress({ kind, baseUrl, template }: SearchDraft): Address | string {
  if (kind === 'searxng') {
    const url = webAddress(baseUrl);
    return url === undefined
      ? 'The address of a SearXNG instance begins with https:// or http://, such as https://search.example.org.'
      : { baseUrl: url.href.replace(/[?#].*$/, '').replace(/\/(search)?$/, '') };
  }
  return kind === 'json' ? checkTemplate(template) : {};
}

function checkTemplate(value: unknown): Address | string {
  const template = templateIn(value);
  if (!template)
    return 'A JSON endpoint needs a template: {url, results, title, link}, each a text; text, date and keyHeader may be added.';
  const { url, title, link, keyHeader } = template;
  if (webAddress(url) === undefined || !url.includes('{query}') || url.length > maxCharacters)
    return 'The address of a JSON endpoint begins with https:// or http:// and has {query} in it, such as https://search.example/api?q={query}.';
  const filled = ['{query}', '{count}', '{language}', keyPlace].reduce(
    (address, name) => address.replaceAll(name, '1'),
    url,
  );
  // A query must not choose the host.
  if (
    originOf({ kind: 'json', template }) !==
    originOf({ kind: 'json', template: { ...template, url: filled } })
  )
    return 'Put {query} behind the host of the address, in its path or behind the question mark.';
  const secretName = secretNameIn(url);
  if (secretName !== undefined)
    return `The address holds a secret in '${secretName}', and addresses are not kept as secrets are. Write ${secretName}=${keyPlace} in the address, and give the secret as the key.`;
  if (title === '' || link === '')
    return "Name where a result has its title and its link, such as 'title' and 'url'.";
  if (keyHeader !== undefined && !headerName.test(keyHeader))
    return `${JSON.stringify(keyHeader)} cannot be the header of a key. Use a name such as X-Api-Key.`;
  return { template };
}

/** The name of a parameter that carries a key in plain text. */
function secretNameIn(url: string): string | undefined {
  const named = /^(?:api|access|auth|subscription)?[-_]?(?:key|token)$/i;
  return [...new URL(url.trim()).searchParams].find(
    ([name, value]) => named.test(name) && value !== '' && value !== keyPlace,
  )?.[0];
}

function webAddress(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > maxCharacters || !URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

function isHeaderValue(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value.trim()) && value.length <= maxCharacters;
}
