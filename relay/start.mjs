/** `npm run relay -- --allow github.com`: starts the relay and prints the line to paste into OneClaw. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createRelay } from './relay.mjs';

const usage = `npm run relay -- --allow github.com --allow '*.example.com'

  --allow HOST       what it may fetch from; '*' is every public host; HOST:PORT for another port
  --private HOST     the same, also if it has a private address
  --key KEY          at least 16 characters; by default RELAY_KEY of the environment, or a new one
  --host, --port     where it listens: 127.0.0.1, 8787
  --max-mb, --seconds, --per-minute   most of one body (100), of one request (120), of one client (120)`;

const one = /** @type {const} */ ({ type: 'string' });
const many = /** @type {const} */ ({ type: 'string', multiple: true });

function readOptions() {
  const limits = { 'max-mb': one, seconds: one, 'per-minute': one };
  const { values } = parseArgs({
    options: { allow: many, private: many, key: one, host: one, port: one, ...limits },
  });
  if (!values.allow && !values.private) throw new Error('Name at least one host that it may fetch from.');
  const number = (
    /** @type {'port' | keyof typeof limits} */ name,
    /** @type {number} */ most,
    /** @type {number} */ usual,
  ) => {
    const value = Number(values[name] ?? usual);
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Error(`--${name} is a number up to ${most}.`);
    return value;
  };
  return {
    host: values.host ?? '127.0.0.1',
    port: number('port', 65_535, 8787),
    relay: {
      key: values.key ?? process.env.RELAY_KEY ?? randomBytes(18).toString('base64url'),
      ...{ allow: values.allow ?? [], private: values.private ?? [] },
      maxBytes: number('max-mb', 10_000, 100) * 1_000_000,
      seconds: number('seconds', 86_400, 120),
      perMinute: number('per-minute', 1_000_000, 120),
    },
  };
}

try {
  const { host, port, relay } = readOptions();
  const server = createRelay(relay);
  server.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  server.listen(port, host, () => {
    const address = server.address();
    const origin = `http://${host}:${typeof address === 'object' ? address?.port : port}`;
    console.log(
      'The relay is running. In OneClaw, open Settings, Relay, and paste this line as the address:',
    );
    console.log(`${origin}/#X-Relay-Key=${encodeURIComponent(relay.key)}`);
  });
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 1;
}
