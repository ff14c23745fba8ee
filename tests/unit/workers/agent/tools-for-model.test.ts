/** A model on the device is offered a short list, unless its agent names its tools. */
import { expect, it } from 'vitest';
import { deviceTraits, unknownTraits } from '#shared/models/provider.ts';
import { toolsForModel } from '#workers/agent/tools-for-model.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';

const onDevice = { kind: 'on-device', traits: deviceTraits } as const;
const onServer = { kind: 'openai-chat', traits: unknownTraits } as const;

it('offers eight tools to a model on the device, all of which exist', () => {
  expect(toolsForModel(onDevice, definitions, true)).toHaveLength(8);
});

it('offers the tools that the agent names, and those of the servers that it names', () => {
  const named = definitions.filter(({ name }) => name === 'read_file' || name === 'write_file');
  expect(toolsForModel(onDevice, named, false)).toBe(named);
  const [first] = named.map((tool) => ({ ...tool, name: 'mcp__notes__read' }));
  expect(toolsForModel(onDevice, [...named, ...(first ? [first] : [])], true)).toEqual([first]);
});

it('offers everything to a model of a server, and nothing to one that knows no tools', () => {
  expect(toolsForModel(onServer, definitions, true)).toBe(definitions);
  const withoutTools = { ...onServer, traits: { ...unknownTraits, tools: false } };
  expect(toolsForModel(withoutTools, definitions, true)).toEqual([]);
});
