/** The connection doctor: tries what a connection needs, one step after the other, and names the first that fails. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import {
  mcpSteps,
  type McpFinding,
  type McpProblem,
  type McpReport,
  type McpStep,
} from '#shared/mcp/mcp-diagnosis.ts';
import { readUrl } from './check-draft.ts';
import type { Opened } from './connection/negotiate-transport.ts';
import { McpFailure, toError } from './errors/failure.ts';

/** Contract: of `fetch` with nothing stored, nothing followed and no credentials. */
export type DoctorPorts = {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** Connects as the app would, secrets and all. */
  connect(url: URL, signal: AbortSignal): Promise<Opened>;
  /** The user's own. */
  headers: Readonly<Record<string, string>>;
  /** The address is on this machine or in its network, as far as it shows. */
  isPrivate(url: URL): Promise<boolean>;
  /** What the browser says of the permission to reach the local network. */
  localNetwork(): Promise<'granted' | 'denied' | 'prompt' | 'unsupported'>;
  online(): boolean;
  /** Of this app. */
  origin: string;
};

type Trouble = { problem: McpProblem; detail?: string; status?: number };
type Found = { ok: true; detail?: string } | ({ ok: false } & Trouble);

const good: Found = { ok: true };
const bad = (problem: McpProblem, more: Omit<Trouble, 'problem'> = {}): Found => ({
  ok: false,
  problem,
  ...more,
});

/** What the protocol itself sends with a request, in the order in which it is named. */
const protocolHeaders = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'authorization'] as const;

/** For one request of an examination; what a phone asks of a small server may take some seconds. */
const patienceMs = 8_000;

export async function examine(draft: Pick<McpServerDraft, 'url'>, ports: DoctorPorts): Promise<McpReport> {
  const findings: McpFinding[] = [];
  const facts: Pick<McpReport, 'transport' | 'protocol' | 'tools'> = {};
  const href = readUrl(draft.url);
  const url = href === undefined ? undefined : new URL(href);
  const steps: Record<McpStep, () => Promise<Found>> = {
    address: async () => (url ? checkAddress(url, ports) : bad('bad_url')),
    reach: async () => (url ? checkReach(url, ports) : good),
    cors: async () => (url ? checkCors(url, ports) : good),
    headers: async () => (url ? checkHeaders(url, ports) : good),
    sign_in: async () => (url ? checkSignIn(url, ports) : good),
    handshake: async () => (url ? checkHandshake(url, ports, facts) : good),
    session: async () => (url ? checkSession(url, ports) : good),
    tools: async () => ({ ok: true, detail: `${facts.tools ?? 0}` }),
  };
  for (const step of mcpSteps) {
    const isOver = findings.some(({ verdict }) => verdict !== 'ok');
    findings.push(
      isOver ? { step, verdict: 'skipped' } : toFinding(step, await steps[step]().catch(tooSlow)),
    );
  }
  const ok = findings.every(({ verdict }) => verdict === 'ok');
  return { url: href ?? draft.url, ok, findings, ...facts, ...advice(findings, ports) };
}

/** Whoever takes too long is not away: nothing else is concluded from it. */
function tooSlow(error: unknown): Found {
  if (error instanceof McpFailure && error.error.type === 'timeout') return bad('timeout');
  throw error;
}

function toFinding(step: McpStep, found: Found): McpFinding {
  if (found.ok)
    return { step, verdict: 'ok', ...(found.detail === undefined ? {} : { detail: found.detail }) };
  const { ok: _, ...trouble } = found;
  return { step, verdict: 'problem', ...trouble };
}

async function checkAddress(url: URL, ports: DoctorPorts): Promise<Found> {
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (ports.origin.startsWith('https:') && url.protocol === 'http:' && !isLoopback)
    return bad('mixed_content');
  if (!ports.online() && !(await ports.isPrivate(url))) return bad('offline');
  return good;
}

/** Unread, an answer shows that there is someone; whether a page may read it is the next question. */
async function checkReach(url: URL, ports: DoctorPorts): Promise<Found> {
  const isLocal = await ports.isPrivate(url);
  if (isLocal && (await ports.localNetwork()) === 'denied') return bad('local_network');
  // Most that answer pages are found by this, without following anything.
  if (await attempt(url, ports, { method: 'GET' })) return good;
  // What is not read may only be asked with redirects followed; nothing is sent along and nothing comes back.
  const answer = await attempt(url, ports, { method: 'HEAD', mode: 'no-cors', redirect: 'follow' });
  if (answer) return good;
  // The browser asks the user as soon as somebody is there: only a refusal is its own.
  return bad(isLocal && (await ports.localNetwork()) === 'denied' ? 'local_network' : 'unreachable');
}

/** A request without any header of ours needs no preflight: only the header of the answer decides. */
async function checkCors(url: URL, ports: DoctorPorts): Promise<Found> {
  const plain = await attempt(url, ports, { method: 'GET' });
  if (plain?.type === 'opaqueredirect') return bad('redirected');
  if (plain) return good;
  // Some answer only what they know to pages; a POST of plain text needs no preflight either.
  const post = await attempt(url, ports, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  if (post?.type === 'opaqueredirect') return bad('redirected');
  return post ? good : bad('cors');
}

/** Header by header, because a browser says of a refused preflight no more than that it failed. */
async function checkHeaders(url: URL, ports: DoctorPorts): Promise<Found> {
  for (const name of [...protocolHeaders, ...ownNames(ports)]) {
    const value = name === 'content-type' ? 'application/json' : 'x';
    const answer = await attempt(url, ports, { method: 'POST', headers: { [name]: value }, body: '{}' });
    // Only a server that guards itself needs the last; whoever does not, allows it or not.
    if (!answer && name !== 'authorization') return bad('header_not_allowed', { detail: name });
    if (!answer && !ownNames(ports).includes(name) && (await isGuarded(url, ports)))
      return bad('header_not_allowed', { detail: name });
  }
  return good;
}

async function isGuarded(url: URL, ports: DoctorPorts): Promise<boolean> {
  return (await ask(url, ports))?.status === 401;
}

async function checkSignIn(url: URL, ports: DoctorPorts): Promise<Found> {
  const hasKey = ownNames(ports).length > 0;
  const answer = await ask(url, ports);
  if (!hasKey && answer?.status === 401) {
    const opened = await tryConnect(url, ports);
    return opened.ok ? good : bad('needs_sign_in', { status: 401 });
  }
  return good;
}

async function checkHandshake(
  url: URL,
  ports: DoctorPorts,
  facts: Pick<McpReport, 'transport' | 'protocol' | 'tools'>,
): Promise<Found> {
  const opened = await tryConnect(url, ports);
  if (!opened.ok) return opened;
  facts.transport = opened.transport;
  facts.protocol = opened.protocol;
  facts.tools = opened.tools;
  return { ok: true, detail: opened.protocol };
}

type Connected = { ok: true; transport: 'http' | 'sse'; protocol: string; tools: number };

async function tryConnect(url: URL, ports: DoctorPorts): Promise<Connected | (Found & { ok: false })> {
  try {
    const signal = AbortSignal.timeout(mcpLimits.connectMs);
    const { link, way } = await ports.connect(url, signal);
    try {
      const tools = await link.tools(signal);
      return { ok: true, transport: way.transport, protocol: link.protocol, tools: tools.length };
    } finally {
      void link.close().catch(() => undefined);
    }
  } catch (error) {
    const { type, detail, status } = toError(error);
    return {
      ok: false,
      // The steps before have shown that pages may ask: what a browser hides here is a session that was refused.
      problem: type === 'unreachable' ? 'not_mcp' : type,
      ...(detail === undefined ? {} : { detail }),
      ...(status === undefined ? {} : { status }),
    };
  }
}

/** A session that only the server knows of: its name is in a header that a page may not read. */
async function checkSession(url: URL, ports: DoctorPorts): Promise<Found> {
  const answer = await ask(url, ports);
  const id = answer?.headers.get('mcp-session-id');
  if (id) {
    await attempt(url, ports, {
      method: 'DELETE',
      headers: { ...ports.headers, 'mcp-session-id': id },
    }).catch(() => undefined);
    return { ok: true, detail: 'session' };
  }
  if (!answer?.ok) return good;
  // Whoever has sessions refuses what comes without one.
  const next = await ask(url, ports, { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} });
  return next?.status === 400 || next?.status === 404 ? bad('session_not_exposed') : good;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'oneclaw-doctor', version: '1' },
  },
};

function ask(url: URL, ports: DoctorPorts, body: object = initialize): Promise<Response | undefined> {
  return attempt(url, ports, {
    method: 'POST',
    headers: {
      ...ports.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
}

/** Undefined where it failed, whyever, but throws where nothing came in time; a body is never read. */
async function attempt(url: URL, { fetch }: DoctorPorts, init: RequestInit): Promise<Response | undefined> {
  const stop = new AbortController();
  const late = new McpFailure({ type: 'timeout' });
  const timer = setTimeout(() => stop.abort(late), patienceMs);
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: stop.signal });
  } catch {
    if (stop.signal.reason === late) throw late;
    return undefined;
  } finally {
    clearTimeout(timer);
    // A stream would go on for ever.
    setTimeout(() => stop.abort(), 0);
  }
}

function advice(
  findings: readonly McpFinding[],
  ports: DoctorPorts,
): Pick<McpReport, 'forOwner' | 'relayHelps'> {
  const problems = findings.flatMap((each) => (each.verdict === 'problem' ? [each.problem] : []));
  return {
    forOwner: {
      origin: ports.origin,
      methods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
      allowHeaders: [
        ...new Set([
          ...protocolHeaders,
          'accept',
          'last-event-id',
          'mcp-method',
          'mcp-name',
          ...ownNames(ports),
        ]),
      ],
      exposeHeaders: ['mcp-session-id', 'www-authenticate'],
    },
    relayHelps: problems.some((problem) => pageOnly.has(problem)),
  };
}

function ownNames({ headers }: DoctorPorts): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

/** What stands in the way of pages and of nobody else. */
const pageOnly: ReadonlySet<McpProblem> = new Set([
  'cors',
  'header_not_allowed',
  'session_not_exposed',
  'mixed_content',
  'local_network',
  'redirected',
]);
