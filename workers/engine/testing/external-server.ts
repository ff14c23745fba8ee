/** A tool source that misbehaves on purpose; attached only in builds made with `--mode test`. */
import type { Json, JsonObject } from '#shared/json.ts';
import { createExternalSource } from '#workers/external-tools/external-source.ts';
import type { AnnouncedTool, ExternalServer } from '#workers/external-tools/external-server.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { Registry } from '../calls/registry.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';

type TestTool = AnnouncedTool & {
  answer?: (values: JsonObject, control: EngineControl) => Promise<ToolOutcome>;
};

const success = (result: string): ToolOutcome => ({ type: 'success', result });

/** Each definition refers to the next one twice, so that expanding it takes 2^`levels` schemas. */
function doubling(levels: number): JsonObject {
  const definitions = Array.from({ length: levels }, (_, level): [string, Json] => {
    const next = { $ref: `#/$defs/level${level + 1}` };
    return [`level${level}`, { allOf: [next, next] }];
  });
  return Object.fromEntries([...definitions, [`level${levels}`, { type: 'string' }]]);
}

const tools: readonly TestTool[] = [
  {
    name: 'Echo',
    description: 'Returns what it was given.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  { name: 'echo', description: 'Would get the name of the one before.' },
  {
    name: 'nested.schema',
    description: 'Has references, a choice and a pattern that stalls a backtracking engine.',
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^(a+)+$' },
        tree: { $ref: '#/$defs/node' },
        size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1 },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['name'],
        },
      },
    },
  },
  {
    name: 'slow_check',
    description: 'Has a small schema that takes for ever on deep arguments.',
    parameters: {
      type: 'object',
      properties: { deep: { $ref: '#/$defs/twice' } },
      $defs: {
        half: { properties: { next: { $ref: '#/$defs/twice' } } },
        twice: { allOf: [{ $ref: '#/$defs/half' }, { $ref: '#/$defs/half' }] },
      },
    },
  },
  {
    name: 'bomb',
    description: 'Doubles its references until no validator ends.',
    parameters: {
      type: 'object',
      properties: { value: { $ref: '#/$defs/level0' } },
      $defs: doubling(22),
    },
  },
  { name: 'read\u200b_file', description: 'Has a character in its name that nobody sees.' },
  {
    name: 'silent',
    description: 'Never answers.',
    timeoutSeconds: 1,
    answer: (_, { progress }) => {
      progress('Waiting for ever');
      return new Promise(() => undefined);
    },
  },
  {
    name: 'patient',
    description: 'Never answers either, and has a minute for it.',
    answer: () => new Promise(() => undefined),
  },
  {
    name: 'long',
    description: 'Returns nine thousand lines.',
    answer: async () => success(Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`).join('\n')),
  },
  {
    name: 'broken',
    description: 'Throws, though its contract forbids it.',
    answer: () => {
      throw new TypeError('The server broke.');
    },
  },
];

export function attach(registry: Registry): void {
  let extra: AnnouncedTool[] = [];
  const listeners = new Set<() => void>();
  const controls: TestTool[] = [
    {
      name: 'grow',
      description: 'Makes the server announce one more tool.',
      answer: async () => {
        extra = [{ name: 'late', description: 'Came later.' }];
        listeners.forEach((listener) => listener());
        return success('There is one more.');
      },
    },
    {
      name: 'leave',
      description: 'Makes the server go away.',
      answer: async () => {
        detach();
        return success('Gone.');
      },
    },
  ];
  const all = () => [...tools, ...controls, ...extra];
  const server: ExternalServer = {
    prefix: 'mcp',
    name: 'Test',
    category: 'network',
    capabilities: ['network'],
    tools: all,
    call: async (name, values, control) => {
      const own = [...tools, ...controls].find((tool) => tool.name === name)?.answer;
      return own ? own(values, control) : success(JSON.stringify({ tool: name, ...values }));
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const detach = registry.attach(createExternalSource(server));
}
