/** The hosts an agent's tools may send requests to: an allow-list and a block-list of host names. */

/**
 * Each rule is a host (`example.com`), all hosts below one (`*.example.com`), or a host with a port (`localhost:8080`).
 * `block` wins. Without `allow`, every host that is not blocked is allowed.
 */
export type HostRules = { allow?: readonly string[]; block?: readonly string[] };

/** The rule as `URL` spells the host (lower case, punycode); undefined if it is not one. */
export function readHostRule(text: string): string | undefined {
  const trimmed = text.trim();
  const isWide = trimmed.startsWith('*.');
  const host = isWide ? trimmed.slice(2) : trimmed;
  if (/[/?#@\\\s*]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  // The scheme's own port would be dropped: https and http have different ones.
  const { hostname } = new URL(`http://${host}`);
  const port = /:(\d{1,5})$/.exec(host)?.[1];
  const name = withoutRootDot(hostname);
  if (name === '') return undefined;
  return `${isWide ? '*.' : ''}${name}${port ? `:${Number(port)}` : ''}`;
}

/** Why the rules do not allow a request to this address; undefined if they allow it. */
export function refuseHost(rules: HostRules | undefined, url: URL): 'blocked' | 'not-allowed' | undefined {
  if (!rules) return undefined;
  if (rules.block?.some((rule) => matches(rule, url))) return 'blocked';
  if (!rules.allow || rules.allow.length === 0) return undefined;
  return rules.allow.some((rule) => matches(rule, url)) ? undefined : 'not-allowed';
}

function matches(given: string, url: URL): boolean {
  // Scripts and imports may spell a rule in another way.
  const rule = readHostRule(given) ?? given;
  const port = /:(\d+)$/.exec(rule)?.[1];
  if (port !== undefined && port !== portOf(url)) return false;
  const name = port === undefined ? rule : rule.slice(0, -port.length - 1);
  const host = withoutRootDot(url.hostname);
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

/** True if every entry of both lists is a host rule. Scripts can pass any value. */
export function areHostRules(value: unknown): value is HostRules {
  if (typeof value !== 'object' || value === null) return false;
  const { allow = [], block = [], ...rest }: { allow?: unknown; block?: unknown } = value;
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((rule) => typeof rule === 'string' && readHostRule(rule) !== undefined);
  return isList(allow) && isList(block) && Object.keys(rest).length === 0;
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** `example.com.` is the same host as `example.com`. */
function withoutRootDot(host: string): string {
  return host.replace(/\.+$/, '');
}
