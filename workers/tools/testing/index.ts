/** Tools that misbehave on purpose; registered only in builds made with `--mode test`. */
import { defineTool } from '../tool.ts';

const noParameters = { type: 'object', properties: {} } as const;

function defineKiller(
  name: string,
  description: string,
  timeoutSeconds: number,
  execute: () => Promise<string> | string,
) {
  return defineTool({
    name,
    title: name,
    description,
    category: 'system',
    parameters: noParameters,
    returns: ['own-words'],
    contacts: { type: 'nothing' },
    timeoutSeconds,
    execute,
  });
}

/** Never yields: only termination ends it. */
const testLoop = defineKiller('test_loop', 'Loops for ever.', 1, () => {
  for (let count = 0; ; count++) if (count < 0) return 'unreachable';
});

/** One regular expression that backtracks for minutes. */
const testRegex = defineKiller('test_regex', 'Runs a catastrophic regular expression.', 1, () =>
  String(/^(a+)+$/.test(`${'a'.repeat(40)}!`)),
);

/** A synchronous parse of about ten seconds. */
const testParse = defineKiller('test_parse', 'Parses for ten seconds without a pause.', 1, () => {
  const text = JSON.stringify(
    Array.from({ length: 50_000 }, (_, index) => ({ index, name: `name ${index}` })),
  );
  const end = Date.now() + 10_000;
  let parsed = 0;
  while (Date.now() < end) parsed += (JSON.parse(text) as unknown[]).length;
  return `${parsed}`;
});

/** Starves the event loop with microtasks, so that no abort message is ever delivered. */
const testStorm = defineKiller('test_storm', 'Queues promises for ever.', 1, async () => {
  for (let count = 0; ; count++) {
    await Promise.resolve();
    if (count < 0) return 'unreachable';
  }
});

/** Throws an error that is not a `ToolError`. */
const testCrash = defineKiller('test_crash', 'Throws an unexpected error.', 5, () => {
  throw new TypeError('The tool broke.');
});

/** Waits, reports progress, and stops when its signal aborts. */
const testWait = defineTool({
  name: 'test_wait',
  title: 'Wait a while',
  description: 'Waits for a number of milliseconds.',
  category: 'system',
  parameters: {
    type: 'object',
    properties: { milliseconds: { type: 'integer', minimum: 0, description: 'How long to wait.' } },
    required: ['milliseconds'],
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  repeatable: true,
  execute: ({ milliseconds }, { signal, progress }) =>
    new Promise((resolve) => {
      progress(`Waiting ${milliseconds} ms`);
      const timer = setTimeout(() => resolve(`Waited ${milliseconds} ms.`), milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve('Stopped early, as asked.');
      });
    }),
});

/** Appends a line each time it runs, so that a test sees what ran twice. */
const testEffect = defineTool({
  name: 'test_effect',
  title: 'test_effect',
  description: 'Appends a name to effects.txt, then waits.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'What to write.' },
      milliseconds: { type: 'integer', minimum: 0, description: 'How long to wait after it.' },
    },
    required: ['name'],
  },
  capabilities: ['files.write'],
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  async execute({ name, milliseconds = 0 }, { files, progress, signal }) {
    await files.append('effects.txt', `${name}\n`);
    progress('Wrote');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()));
    });
    return `Wrote ${name}.`;
  },
});

/** Lists the APIs that a tool host can still use, for the security test. */
const testReach = defineKiller('test_reach', 'Lists the powers left to a tool host.', 5, () => {
  const powers = [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'WebTransport',
    'WebSocketStream',
    'BroadcastChannel',
    'indexedDB',
    'caches',
    'Worker',
    'SharedWorker',
    'importScripts',
    'cookieStore',
    'Notification',
    'crossOriginStorage',
  ];
  const ofNavigator = [
    'storage',
    'locks',
    'serviceWorker',
    'sendBeacon',
    'storageBuckets',
    'usb',
    'serial',
    'hid',
  ];
  const left = powers.filter((name) => Reflect.get(globalThis, name) !== undefined);
  return [
    ...left,
    ...ofNavigator
      .filter((name) => Reflect.get(navigator, name) !== undefined)
      .map((name) => `navigator.${name}`),
  ].join(' ');
});

/** Hangs while a large write is under way: the killed host leaves a half-written file beside the old one. */
const testStuckWrite = defineTool({
  name: 'test_stuck_write',
  title: 'test_stuck_write',
  description: 'Begins to write a file and hangs.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', description: 'The file to begin to write.' } },
    required: ['path'],
  },
  capabilities: ['files.write'],
  returns: ['file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 1,
  execute: async ({ path }, { files }) => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const writing = files.write(path, new Blob(Array.from({ length: 400 }, () => megabyte)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (let count = 0; count >= 0; count = (count + 1) % 1_000);
    return `Wrote ${await writing} bytes.`;
  },
});

/** Returns more text than fits into one result. */
const testLong = defineKiller('test_long', 'Returns nine thousand lines.', 5, () =>
  Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`).join('\n'),
);

/** A PNG image of a red square, 8 by 8 pixels. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

const testImage = defineTool({
  name: 'test_image',
  title: 'test_image',
  description: 'Returns a picture.',
  category: 'system',
  parameters: noParameters,
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  execute: () => [
    { type: 'text', text: 'A red square.' },
    {
      type: 'image',
      media_type: 'image/png',
      name: 'square.png',
      data: Uint8Array.from(atob(redSquare), (character) => character.charCodeAt(0)),
    },
  ],
});

/** Returns a file of any size, to measure what its transfer to the engine costs. */
const testBytes = defineTool({
  name: 'test_bytes',
  title: 'test_bytes',
  description: 'Returns a file of a number of bytes.',
  category: 'system',
  parameters: {
    type: 'object',
    properties: { bytes: { type: 'integer', minimum: 0, description: 'The size of the file.' } },
    required: ['bytes'],
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  execute: ({ bytes }) => [
    { type: 'file', media_type: 'application/octet-stream', data: new Uint8Array(bytes).fill(7) },
  ],
});

export const testTools = [
  testImage,
  testBytes,
  testLong,
  testStuckWrite,
  testLoop,
  testRegex,
  testParse,
  testStorm,
  testCrash,
  testWait,
  testEffect,
  testReach,
];
