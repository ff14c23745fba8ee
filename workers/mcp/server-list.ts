/** All servers of the user: each with its own life, attached to the registry while it is switched on. */
import type { ServerId } from '#shared/ids.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { findPlainCause } from '#workers/network/explain-failure.ts';
import { createConnectionFetch } from '#workers/network/connection-fetch.ts';
import { createOutsideSource } from '#workers/external-tools/external-source.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { EgressPorts } from '#workers/network/egress.ts';
import type { KnownServers } from '#workers/domains/mcp/pinned-servers.ts';
import { isSameServer, type ServerRecord, type ServerStore } from '#workers/domains/mcp/store.ts';
import { connect } from './connection/negotiate-transport.ts';
import { asAnswer, fail } from './errors/failure.ts';
import { guardFetch } from './connection/guarded-fetch.ts';
import { createMask } from './redact-secrets.ts';
import type {
  ElicitRequest,
  ElicitResult,
  SampleParams,
  SampleResult,
} from './connection/protocol-client.ts';
import { createServer, type Handlers, type Server, type ServerUse } from './server.ts';
import { createSignIn, type SignIn } from './sign-in/sign-in.ts';
import { checkSignInPage } from './sign-in/sign-in-page.ts';

export type ServersPorts = {
  store: ServerStore;
  known: KnownServers;
  registry: Pick<Registry, 'attach'>;
  network: EgressPorts;
  /** Of this app, told to servers. */
  version: string;
  /** Where servers may read about this app instead of registering it; '' where there is no such place. */
  clientDocument: string;
  onChange(id: ServerId): void;
  onUse(id: ServerId, use: ServerUse): void;
  /** Runs alone in all tabs; `signal` ends the wait for it. */
  alone<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Takes what only one in all tabs has, if nobody has it; given back by what it returns. */
  take(name: string): Promise<(() => void) | undefined>;
  /** Asks the user, on behalf of a server. */
  elicit(asked: Asked, params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  /** Asks the user's model. */
  sample(asked: Asked, params: SampleParams, signal: AbortSignal): Promise<SampleResult>;
  now(): number;
};

/** Which server asks, and with what it is at work. */
export type Asked = { record: ServerRecord } & Pick<Handlers, 'asking' | 'log'>;

export type OneServer = { record: ServerRecord; server: Server; signIn: SignIn };

export type Servers = {
  /** By age. */
  all(): OneServer[];
  /** Also one that is switched off. */
  get(id: ServerId): OneServer | undefined;
  /** One that may be used. */
  find(id: ServerId): McpAnswer<OneServer>;
  /** Takes over what is stored now; `isElsewhere`: another tab wrote it. */
  reload(isElsewhere?: boolean): Promise<void>;
  wake(): void;
};

type Entry = OneServer & { detach?: () => void };

export async function openServers(ports: ServersPorts): Promise<Servers> {
  const entries = new Map<ServerId, Entry>();

  function add(record: ServerRecord, stored: string): void {
    // What is stored is read while it is made.
    let isMade = false;
    const entry: Entry = createEntry(
      record,
      stored,
      () => (isMade ? entry.record : record),
      (next) => void (entry.record = next),
      ports,
    );
    isMade = true;
    entries.set(record.id, entry);
    attach(entry, record);
  }

  function attach(entry: Entry, record: ServerRecord): void {
    if (record.enabled && !entry.detach)
      entry.detach = ports.registry.attach(createOutsideSource(entry.server.outside));
    if (record.enabled || !entry.detach) return;
    entry.detach();
    delete entry.detach;
  }

  function change(entry: Entry, record: ServerRecord): void {
    const before = entry.record;
    entry.record = record;
    attach(entry, record);
    if (!record.enabled) return entry.server.switchOff();
    // What only a person reads keeps no connection from going on.
    if (facts(before) !== facts(record)) entry.server.reset();
  }

  function remove(id: ServerId, entry: Entry): void {
    entries.delete(id);
    entry.detach?.();
    entry.server.switchOff();
  }

  async function takeOver(id: ServerId, listed: ServerRecord | undefined, isElsewhere: boolean) {
    const entry = entries.get(id);
    // One that was removed and added again is another one, which nobody has accepted anything of.
    if (entry && entry.record.created !== listed?.created) remove(id, entry);
    if (!listed) return;
    const own = entries.get(id);
    const stored = own && !isElsewhere ? '' : await ports.known.read(id);
    // As it is now: the user may have switched it off while others were read.
    const record = await ports.store.get(id);
    // Whoever has removed it has this done once more.
    if (record?.created !== listed.created) return;
    if (!own) return add(record, stored);
    if (JSON.stringify(own.record) !== JSON.stringify(record)) change(own, record);
    if (isElsewhere) own.server.reread(stored);
  }

  /** One after the other: what an earlier one has read is older. */
  let line: Promise<void> = Promise.resolve();
  function reload(isElsewhere = false): Promise<void> {
    const mine = line.then(async () => {
      const records = new Map((await ports.store.list()).map((record) => [record.id, record]));
      for (const id of new Set([...entries.keys(), ...records.keys()]))
        await takeOver(id, records.get(id), isElsewhere);
    });
    line = mine.catch(() => undefined);
    return mine;
  }

  await reload();
  const all = () => [...entries.values()].sort((one, other) => one.record.created - other.record.created);
  return {
    all,
    get: (id) => entries.get(id),
    find(id) {
      const entry = entries.get(id);
      if (!entry) return { ok: false, error: { type: 'no_server' } };
      return entry.record.enabled
        ? { ok: true, value: entry }
        : { ok: false, error: { type: 'switched_off' } };
    },
    reload,
    wake() {
      for (const { record, server } of all()) if (record.enabled) server.connection.wake();
    },
  };
}

/** What a connection depends on. */
function facts({ url, transport, headers, sampling, enabled, clientId }: ServerRecord): string {
  return JSON.stringify([url, transport, headers, sampling.isOn, enabled, clientId]);
}

function createEntry(
  first: ServerRecord,
  stored: string,
  record: () => ServerRecord,
  onRecord: (record: ServerRecord) => void,
  ports: ServersPorts,
): OneServer {
  const { id } = first;
  const mask = createMask();
  const url = () => new URL(record().url);
  const gateOf = (at: ServerRecord) => createConnectionFetch(new URL(at.url), ports.network);
  const signIn = createSignIn({
    record,
    secrets: ports.store.secrets,
    async read(at) {
      const text = await ports.store.signIn(at);
      if (text !== undefined) mask.hideSignIn(text);
      return text;
    },
    async write(at, text, state) {
      mask.hideSignIn(text);
      const isWritten = await ports.store.saveSignIn(at, text, state);
      if (!isWritten || !state) return isWritten;
      // What else another tab has changed is taken over when it is read.
      if (isSameServer(record(), at)) onRecord({ ...record(), signIn: state });
      ports.onChange(id);
      return isWritten;
    },
    fetch(at, signal) {
      const headers = { origin: '', values: {} };
      const guarded = guardFetch({ ...silent, fetch: gateOf(at), now: ports.now, get: 'asks', headers });
      return (input, init) => guarded(input, { ...init, signal });
    },
    checkPage: (at, page, redirect) => checkSignInPage(page, new URL(at.url), redirect, ports.network),
    alone: (work, signal) => ports.alone(`oneclaw-sign-in-${id}`, work, signal),
    clientDocument: ports.clientDocument,
    warn: (text) => server.log.add('app', 'warning', text),
    now: ports.now,
  });
  const server = createServer(
    {
      record,
      now: ports.now,
      mask,
      onChange: () => ports.onChange(id),
      onUse: (use) => ports.onUse(id, use),
      // An address that has changed is still the server that the user knows.
      remember: (text) => void ports.known.write(first, text).catch((error: unknown) => console.warn(error)),
      open: (current, handlers, signal) => open(current, handlers, signal),
      async explain(failed) {
        const error = mask.cutError(failed);
        if (error.type !== 'unreachable') return error;
        // Whether it keeps pages out is asked where the user has it examined, and not in the background.
        const cause = await findPlainCause(url(), ports.network);
        return { ...error, type: cause ?? 'unreachable', host: url().host };
      },
    },
    stored,
  );
  if (!first.enabled) server.switchOff();
  return { record: first, server, signIn };

  async function open(current: ServerRecord, handlers: Handlers, signal: AbortSignal) {
    const secrets = await ports.store.secrets(current);
    if (!secrets) throw fail('locked');
    mask.hideSecrets(secrets);
    const { asking, live, log } = handlers;
    const asked: Asked = { record: current, asking, log };
    // Secrets and tokens are of this address, whatever the user changes it to meanwhile.
    const own = new URL(current.url);
    const guarded = guardFetch({
      fetch: gateOf(current),
      headers: { origin: own.origin, values: secrets.headers },
      now: ports.now,
      get: 'listens',
      isUserAsked: asking.isAsked,
      onLimit: live.broke,
      onSessionLost: live.lost,
      // Over https all of them share one connection, as a rule.
      ...(own.protocol === 'http:' ? { listen: () => takePlace(own.origin, ports) } : {}),
    });
    const { sampling } = current;
    return connect(
      current.transport,
      handlers.known,
      {
        url: own,
        async fetch(input, init) {
          const response = await guarded(input, init);
          if (response.status === 403) await signIn.needsMore(current, response);
          return response;
        },
        auth: signIn.auth(current),
        version: ports.version,
        elicit: (params, stop) => ports.elicit(asked, params, stop),
        ...(sampling.isOn ? { sample: (params, stop) => ports.sample(asked, params, stop) } : {}),
        onChanged: handlers.onChanged,
        onLog: (level, text) => log.add('server', level, text),
        // The library tells everything here, also what a request fails with by itself.
        onProblem(error, isEnd) {
          log.add('app', 'debug', error.message);
          if (isEnd) live.lost();
        },
      },
      signal,
    );
  }
}

/** One of the few to listen at an address; with more, no request would get through. */
async function takePlace(origin: string, { take }: ServersPorts): Promise<(() => void) | undefined> {
  for (let place = 0; place < mcpLimits.listeners; place++) {
    const giveBack = await take(`oneclaw-listen-${origin}-${place}`);
    if (giveBack) return giveBack;
  }
  return undefined;
}

const silent = { isUserAsked: () => false, onLimit: () => undefined, onSessionLost: () => undefined };

/** A value of a server that may be used, or why there is none. */
export async function useServer<T>(
  servers: Servers,
  id: ServerId,
  work: (one: OneServer, signal: AbortSignal) => Promise<T>,
  milliseconds: number,
): Promise<McpAnswer<T>> {
  const found = servers.find(id);
  return found.ok ? asAnswer(() => work(found.value, AbortSignal.timeout(milliseconds))) : found;
}
