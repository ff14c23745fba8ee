/** Diagnoses a connection: tests each requirement in order, and reports the first that fails. */
import type { LocalNetworkState } from '#shared/local-network.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerDraft } from '#shared/mcp/mcp.ts';
import {
  mcpSteps,
  type McpFinding,
  type McpProblem,
  type McpDiagnosis,
  type McpStep,
} from '#shared/mcp/mcp-diagnosis.ts';
import { readUrl } from './check-draft.ts';
import type { Opened } from './connection/negotiate-transport.ts';
import { McpFailure, toError } from './errors/failure.ts';

/** Contract: `fetch` sends no credentials, uses no cache and follows no redirects. */
export type DiagnosisDeps = {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** Connects as the app would, with all secrets. */
  connect(url: URL, signal: AbortSignal): Promise<Opened>;
  /** The user's headers for this server. */
  headers: Readonly<Record<string, string>>;
  /** Whether the address is on this machine or in its network, as far as can be determined. */
  isPrivate(url: URL): Promise<boolean>;
  /** The browser's permission to reach the local network. */
  localNetwork(url: URL): Promise<LocalNetworkState>;
  online(): boolean;
  /** The origin of this app. */
  origin: string;
};

type Trouble = { problem: McpProblem; detail?: string; status?: number };
type Found = { ok: true; detail?: string } | ({ ok: false } & Trouble);

const passed: Found = { ok: true };
const failed = (problem: McpProblem, more: Omit<Trouble, 'problem'> = {}): Found => ({
  ok: false,
  problem,
  ...more,
});

/** Headers that the protocol sends, in the order in which they are tested. */
const protocolHeaders = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'authorization'] as const;

/** Milliseconds per request; a phone may need some seconds to reach a small server. */
const requestMs = 8_000;

export async function diagnose(
  draft: Pick<McpServerDraft, 'url'>,
  deps: DiagnosisDeps,
): Promise<McpDiagnosis> {
  const findings: McpFinding[] = [];
  const facts: Pick<McpDiagnosis, 'transport' | 'protocol' | 'tools'> = {};
  const href = readUrl(draft.url);
  const url = href === undefined ? undefined : new URL(href);
  const steps: Record<McpStep, () => Promise<Found>> = {
    address: async () => (url ? checkAddress(url, deps) : failed('bad_url')),
    reach: async () => (url ? checkReach(url, deps) : passed),
    cors: async () => (url ? checkCors(url, deps) : passed),
    headers: async () => (url ? checkHeaders(url, deps) : passed),
    sign_in: async () => (url ? checkSignIn(url, deps) : passed),
    handshake: async () => (url ? checkHandshake(url, deps, facts) : passed),
    session: async () => (url ? checkSession(url, deps) : passed),
    tools: async () => ({ ok: true, detail: `${facts.tools ?? 0}` }),
  };
  for (const step of mcpSteps) {
    const isOver = findings.some(({ verdict }) => verdict !== 'ok');
    findings.push(
      isOver ? { step, verdict: 'skipped' } : toFinding(step, await steps[step]().catch(tooSlow)),
    );
  }
  const ok = findings.every(({ verdict }) => verdict === 'ok');
  return { url: href ?? draft.url, ok, findings, ...facts, ...adviceFor(findings, deps) };
}

/** A timeout is reported as the finding of its step and ends the diagnosis. */
function tooSlow(error: unknown): Found {
  if (error instanceof McpFailure && error.error.type === 'timeout') return failed('timeout');
  throw error;
}

function toFinding(step: McpStep, found: Found): McpFinding {
  if (found.ok)
    return { step, verdict: 'ok', ...(found.detail === undefined ? {} : { detail: found.detail }) };
  const { ok: _, ...trouble } = found;
  return { step, verdict: 'problem', ...trouble };
}

async function checkAddress(url: URL, deps: DiagnosisDeps): Promise<Found> {
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (deps.origin.startsWith('https:') && url.protocol === 'http:' && !isLoopback)
    return failed('mixed_content');
  if (!deps.online() && !(await deps.isPrivate(url))) return failed('offline');
  return passed;
}

/** Whether anything responds, even if the page may not read the response; CORS is the next step. */
async function checkReach(url: URL, deps: DiagnosisDeps): Promise<Found> {
  const isLocal = await deps.isPrivate(url);
  if (isLocal && (await deps.localNetwork(url)) === 'denied') return failed('local_network');
  // Succeeds for most servers that allow web pages (CORS), without following redirects.
  if (await attempt(url, deps, { method: 'GET' })) return passed;
  // A `no-cors` request must follow redirects; it sends no credentials, and its response cannot be read.
  const answer = await attempt(url, deps, { method: 'HEAD', mode: 'no-cors', redirect: 'follow' });
  if (answer) return passed;
  // The browser prompts only if something responds, so a permission that is denied now means that it blocked
  // the request.
  return failed(isLocal && (await deps.localNetwork(url)) === 'denied' ? 'local_network' : 'unreachable');
}

/** Without custom headers there is no preflight: only the CORS header of the response decides. */
async function checkCors(url: URL, deps: DiagnosisDeps): Promise<Found> {
  const plain = await attempt(url, deps, { method: 'GET' });
  if (plain?.type === 'opaqueredirect') return failed('redirected');
  if (plain) return passed;
  // Some servers send CORS headers for POST only; a POST of text/plain needs no preflight either.
  const post = await attempt(url, deps, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  if (post?.type === 'opaqueredirect') return failed('redirected');
  return post ? passed : failed('cors');
}

/**
 * Tests one header per request, because a browser only reports that a preflight failed, not which header it
 * rejected.
 */
async function checkHeaders(url: URL, deps: DiagnosisDeps): Promise<Found> {
  for (const name of [...protocolHeaders, ...ownNames(deps)]) {
    const value = name === 'content-type' ? 'application/json' : 'x';
    const answer = await attempt(url, deps, { method: 'POST', headers: { [name]: value }, body: '{}' });
    // `authorization` is needed only if the server requires it.
    if (!answer && name !== 'authorization') return failed('header_not_allowed', { detail: name });
    if (!answer && !ownNames(deps).includes(name) && (await isGuarded(url, deps)))
      return failed('header_not_allowed', { detail: name });
  }
  return passed;
}

async function isGuarded(url: URL, deps: DiagnosisDeps): Promise<boolean> {
  return (await ask(url, deps))?.status === 401;
}

async function checkSignIn(url: URL, deps: DiagnosisDeps): Promise<Found> {
  const hasKey = ownNames(deps).length > 0;
  const answer = await ask(url, deps);
  if (!hasKey && answer?.status === 401) {
    const opened = await tryConnect(url, deps);
    return opened.ok ? passed : failed('needs_sign_in', { status: 401 });
  }
  return passed;
}

async function checkHandshake(
  url: URL,
  deps: DiagnosisDeps,
  facts: Pick<McpDiagnosis, 'transport' | 'protocol' | 'tools'>,
): Promise<Found> {
  const opened = await tryConnect(url, deps);
  if (!opened.ok) return opened;
  facts.transport = opened.transport;
  facts.protocol = opened.protocol;
  facts.tools = opened.tools;
  return { ok: true, detail: opened.protocol };
}

type Connected = { ok: true; transport: 'http' | 'sse'; protocol: string; tools: number };

async function tryConnect(url: URL, deps: DiagnosisDeps): Promise<Connected | (Found & { ok: false })> {
  try {
    const signal = AbortSignal.timeout(mcpLimits.connectMs);
    const { link, way } = await deps.connect(url, signal);
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
      // CORS was tested before, so a request that is blocked now was rejected by the MCP server itself.
      problem: type === 'unreachable' ? 'not_mcp' : type,
      ...(detail === undefined ? {} : { detail }),
      ...(status === undefined ? {} : { status }),
    };
  }
}

/** Whether the page can read the session id, which is in a header that CORS must expose. */
async function checkSession(url: URL, deps: DiagnosisDeps): Promise<Found> {
  const answer = await ask(url, deps);
  const id = answer?.headers.get('mcp-session-id');
  if (id) {
    await attempt(url, deps, {
      method: 'DELETE',
      headers: { ...deps.headers, 'mcp-session-id': id },
    }).catch(() => undefined);
    return { ok: true, detail: 'session' };
  }
  if (!answer?.ok) return passed;
  // A server that uses sessions rejects a request without one.
  const next = await ask(url, deps, { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} });
  return next?.status === 400 || next?.status === 404 ? failed('session_not_exposed') : passed;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'oneclaw-examine', version: '1' },
  },
};

function ask(url: URL, deps: DiagnosisDeps, body: object = initialize): Promise<Response | undefined> {
  return attempt(url, deps, {
    method: 'POST',
    headers: {
      ...deps.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
}

/** Undefined if the request failed; throws on a timeout. The body is never read. */
async function attempt(url: URL, { fetch }: DiagnosisDeps, init: RequestInit): Promise<Response | undefined> {
  const stop = new AbortController();
  const late = new McpFailure({ type: 'timeout' });
  const timer = setTimeout(() => stop.abort(late), requestMs);
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: stop.signal });
  } catch {
    if (stop.signal.reason === late) throw late;
    return undefined;
  } finally {
    clearTimeout(timer);
    // Aborts a response that is an endless stream.
    setTimeout(() => stop.abort(), 0);
  }
}

function adviceFor(
  findings: readonly McpFinding[],
  deps: DiagnosisDeps,
): Pick<McpDiagnosis, 'forOwner' | 'relayHelps'> {
  const problems = findings.flatMap((each) => (each.verdict === 'problem' ? [each.problem] : []));
  return {
    forOwner: {
      origin: deps.origin,
      methods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
      allowHeaders: [
        ...new Set([
          ...protocolHeaders,
          'accept',
          'last-event-id',
          'mcp-method',
          'mcp-name',
          ...ownNames(deps),
        ]),
      ],
      exposeHeaders: ['mcp-session-id', 'www-authenticate'],
    },
    relayHelps: problems.some((problem) => pageOnly.has(problem)),
  };
}

function ownNames({ headers }: DiagnosisDeps): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

/** Problems that affect web pages only, so that a relay avoids them. */
const pageOnly: ReadonlySet<McpProblem> = new Set([
  'cors',
  'header_not_allowed',
  'session_not_exposed',
  'mixed_content',
  'local_network',
  'redirected',
]);
