/** The client that the MCP conformance suite starts as `client.ts <url>`: drives the app's own MCP code. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { elicit } from '#workers/mcp/requests/elicit.ts';
import type { ServerHandle } from '#workers/mcp/server-handle.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { finishSignIn } from '#workers/domains/mcp/finish-sign-in.ts';
import { openMcpWorld, type McpWorld } from '#tests/fixtures/mcp/mcp-world.ts';

/** The origin of the app, as the servers of the suite know it. */
const home = 'https://conformance-test.local/';
const redirect = `${home}oauth.html`;
const rounds = 3;

const url = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = readContext();

const world = await openMcpWorld({
  clientDocument: `${home}client-metadata.json`,
  // All servers of the suite are on this machine, a private host that a user would have to allow.
  network: { fetch, online: () => true, pageProtocol: 'http:', isHostAllowed: () => true },
  // Accepts every form with the values that the server proposes.
  elicit: (asked, params, signal) => elicit(asked, params, signal, { ask: async () => 'allowed' }),
});
const one = await world.add({
  name: 'Conformance',
  url,
  ...(typeof context.client_id === 'string' ? { clientId: context.client_id } : {}),
  ...(typeof context.client_secret === 'string' ? { clientSecret: context.client_secret } : {}),
});

let isSignedIn = true;
for (let round = 0; round < rounds && isSignedIn && one.server.state().type === 'needs_sign_in'; round++)
  isSignedIn = await signIn(world, one);
console.error('state', JSON.stringify(one.server.state()));

for (const { name, values } of isSignedIn ? callsOf(one) : []) {
  let outcome = await call(name, values);
  for (let round = 0; round < rounds && wantsSignIn(outcome); round++) {
    if (!(await signIn(world, one))) break;
    outcome = await call(name, values);
  }
  console.error(name, JSON.stringify(outcome).slice(0, 500));
}
// Wait: the client opens a closed stream again after the retry time that the server has set.
if (scenario === 'sse-retry') await new Promise((resolve) => setTimeout(resolve, 3_000));
world.close();
process.exit(0);

function call(name: string, values: JsonObject): Promise<ToolOutcome> {
  return one.server.external.call(name, values, {
    signal: AbortSignal.timeout(20_000),
    progress: () => undefined,
    hold: () => () => undefined,
    caller: { call: 'conformance' as never, codeSession: 'console' as never },
  });
}

function wantsSignIn(outcome: ToolOutcome): boolean {
  return outcome.type === 'error' && outcome.errorType === 'permission_denied';
}

/** Follows the redirect of the sign-in page as a browser would, and finishes the sign-in with its answer. */
async function signIn({ servers }: McpWorld, { signIn: own, server }: ServerHandle): Promise<boolean> {
  try {
    const destination = await own.begin(redirect, AbortSignal.timeout(20_000));
    const answer = await fetch(destination, { redirect: 'manual' });
    await finishSignIn(answer.headers.get('location') ?? '', servers);
    await server.connection.link(AbortSignal.timeout(20_000)).catch(() => undefined);
    return true;
  } catch (error) {
    console.error('sign-in', error instanceof Error ? [error.message, Reflect.get(error, 'error')] : error);
    return false;
  }
}

/**
 * The calls that the scenario names; without any, one call of every tool with values that its schema accepts.
 */
function callsOf({ server }: ServerHandle): { name: string; values: JsonObject }[] {
  const wanted = Array.isArray(context.toolCalls) ? context.toolCalls.filter(isJsonObject) : [];
  if (wanted.length > 0)
    return wanted.map((each) => ({
      name: String(each.name),
      values: isJsonObject(each.arguments) ? each.arguments : {},
    }));
  return server.known().tools.map(({ name, parameters }) => ({ name, values: sample(parameters ?? {}) }));
}

function sample({ properties }: JsonObject): JsonObject {
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    entries.flatMap(([name, schema]): [string, Json][] =>
      isJsonObject(schema) ? [[name, valueOf(schema)]] : [],
    ),
  );
}

function valueOf({ type, enum: options }: JsonObject): Json {
  if (Array.isArray(options)) return options[0] ?? null;
  if (type === 'number' || type === 'integer') return 5;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'test';
}

function readContext(): JsonObject {
  const value: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
  return isJsonObject(value) ? value : {};
}
