/** Whether a tool is trusted is decided by its source, never by its name. */
import { expect, it } from 'vitest';
import { entryAdmits } from '#shared/agents/admitted-tools.ts';
import * as limits from '#shared/limits.ts';
import { longestDeadlineOf, type ToolDefinition } from '#shared/tools/tool.ts';
import { findOutgoing } from '#workers/engine/permissions/guarded-mode/find-outgoing.ts';
import { readTrace } from '#workers/engine/permissions/guarded-mode/read-trace.ts';
import { conversation, findTool } from './conversations.ts';

function known(name: string): ToolDefinition {
  const tool = findTool(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

/** A built-in tool with the name of an external one, and the reverse. */
const disguised = { ...known('noop'), name: 'mcp__x__noop' };
const hidden = { ...known('mcp__tracker__list'), name: 'noop' };

function sources(tool: ToolDefinition) {
  const { messages } = conversation([{ call: [tool.name, {}] }], ['noop', {}]);
  return readTrace(messages, () => tool).sources;
}

function outgoing(tool: ToolDefinition) {
  const { messages, request } = conversation([{ call: ['read_clipboard', {}] }], ['noop', {}]);
  return findOutgoing({ ...request, tool }, messages, () => false, findTool);
}

it('holds for what a result brings, and for whom a call contacts', () => {
  expect(sources(disguised)).toEqual([]);
  expect(outgoing(disguised)).toBeUndefined();
  expect(sources(hidden)).toMatchObject([{ type: 'server' }]);
  expect(outgoing(hidden)).toMatchObject({ to: { type: 'server' } });
});

it('holds for the deadline and for the entries of a list', () => {
  const builtIn = longestDeadlineOf(known('noop'));
  expect(longestDeadlineOf(disguised)).toBe(builtIn);
  expect(longestDeadlineOf(hidden)).toBe(limits.external.deadlineSeconds);
  expect(entryAdmits('*', disguised)).toBe(true);
  expect(entryAdmits('*', hidden)).toBe(false);
});

it('is outside for a tool that is unknown by now', () => {
  const { messages } = conversation([{ call: ['mcp__gone__list', {}] }], ['noop', {}]);
  expect(readTrace(messages, () => undefined).sources).toEqual([{ type: 'server', name: 'gone' }]);
});
