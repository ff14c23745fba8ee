/** Tool servers (MCP) in the list of connections, with their errors as that list's error types. */
import { asId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpError, McpErrorType } from '#shared/mcp/mcp-error.ts';
import type { ModelError, ModelErrorType } from '#shared/models/provider.ts';
import type { ServerUse } from '#workers/mcp/server.ts';
import { toError } from '#workers/mcp/errors/failure.ts';
import type {
  ConnectionSource,
  ConnectionUse,
  ConnectionUses,
} from '#workers/contracts/connection-source.ts';
import type { Servers } from '#workers/mcp/server-list.ts';
import { serversSetting, type Database } from '#workers/storage/database.ts';

type McpSourceDeps = {
  openMcp(): Promise<{ servers: Pick<Servers, 'all' | 'find'> }>;
  database: Database;
  uses: ConnectionUses;
};

export function mcpSource({ openMcp, database, uses }: McpSourceDeps): ConnectionSource {
  return {
    async list() {
      if ((await database.getKey('settings', serversSetting)) === undefined) return [];
      const all = (await openMcp()).servers.all().filter(({ record }) => record.enabled);
      return Promise.all(
        all.map(async ({ record: { id, name, title, url } }) => ({
          kind: 'mcp' as const,
          id,
          name: title || name,
          detail: new URL(url).host,
          ...(await uses.read(id)),
        })),
      );
    },
    async test(id) {
      const found = (await openMcp()).servers.find(asId<'server'>(id));
      if (!found.ok) return { ok: false, error: toModelError(found.error) };
      const { server } = found.value;
      const at = Date.now();
      try {
        server.reset();
        const link = await server.connection.link(AbortSignal.timeout(mcpLimits.answerMs));
        const milliseconds = Date.now() - at;
        await uses.add(id, { at, firstTokenMs: milliseconds });
        return { ok: true, milliseconds, detail: link.protocol };
      } catch (failure) {
        const error = toModelError(toError(failure));
        await uses.add(id, { at, error });
        return { ok: false, error };
      }
    },
  };
}

export function toConnectionUse(use: ServerUse): ConnectionUse {
  return 'error' in use
    ? { at: use.at, error: toModelError(use.error) }
    : { at: use.at, firstTokenMs: use.milliseconds };
}

const types: Partial<Record<McpErrorType, ModelErrorType>> = {
  locked: 'locked',
  offline: 'offline',
  unreachable: 'unreachable',
  local_network: 'local_network',
  cors: 'cors',
  mixed_content: 'mixed_content',
  session_not_exposed: 'cors',
  needs_sign_in: 'forbidden',
  forbidden: 'forbidden',
  wrong_path: 'not_found',
  not_mcp: 'malformed',
  malformed: 'malformed',
  unsupported_version: 'malformed',
  server_error: 'server_error',
  rate_limit: 'rate_limit',
  message_too_large: 'reply_too_large',
  stream_too_large: 'reply_too_large',
  too_many_events: 'reply_too_large',
  silent: 'silent',
  timeout: 'silent',
  bad_url: 'bad_url',
};

function toModelError({ type, status, detail, host }: McpError): ModelError {
  const known = types[type];
  return {
    type: known ?? 'internal',
    ...(status === undefined ? {} : { status }),
    ...(known === undefined ? { detail: detail ?? type } : detail === undefined ? {} : { detail }),
    ...(host === undefined ? {} : { host }),
  };
}
