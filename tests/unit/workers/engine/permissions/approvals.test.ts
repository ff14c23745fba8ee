/** "In this chat" covers the chats below it, never those above or beside it. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { createApprovals } from '#workers/engine/permissions/approvals.ts';

const tool: ToolDefinition = {
  ...{ name: 'act', title: 'Act', description: 'Acts.', category: 'system' },
  parameters: { type: 'object', properties: {} },
  ...{ permissions: [], capabilities: [], timeoutSeconds: 1, repeatable: false },
  ...{ source: builtInSource, returns: ['own-words'], contacts: { type: 'nothing' } },
};
const [agent, other] = [asId<'agent'>('a'), asId<'agent'>('b')];
const id = (name: string) => asId<'session'>(name);
const [top, child, sibling, grandchild] = [id('top'), id('child'), id('sibling'), id('grandchild')];

it('an approval in a chat covers its descendants for the same agent, and nothing else', () => {
  const approvals = createApprovals();
  // Asked before the answer, as calls side by side are.
  const early = approvals.begin(tool, agent, [grandchild, child, top]);
  expect(early()).toBeUndefined();
  approvals.note('session', tool, agent, child);
  expect(early()).toBe('session');
  expect(approvals.begin(tool, agent, [child, top])()).toBe('session');
  expect(approvals.begin(tool, agent, [top])()).toBeUndefined();
  expect(approvals.begin(tool, agent, [sibling, top])()).toBeUndefined();
  expect(approvals.begin(tool, other, [grandchild, child, top])()).toBeUndefined();
  expect(approvals.begin(tool, agent, [])()).toBeUndefined();
});
