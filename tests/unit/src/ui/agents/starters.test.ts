/** The starters can be saved unchanged, and name only tools that exist. */
import { describe, expect, it } from 'vitest';
import { entryAdmits } from '#shared/agents/admitted-tools.ts';
import { readIcon } from '#shared/agents/agent-icon.ts';
import { toolCategories } from '#shared/tools/tool.ts';
import { starters } from '#src/ui/agents/starters.ts';
import { checkAgent } from '#workers/domains/agents/check-agent.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';

describe.each(starters.map((starter) => [starter.name, starter] as const))('%s', (_, starter) => {
  it('can be saved, and has an icon', () => {
    expect(checkAgent(starter)).toBeUndefined();
    expect(readIcon(starter.icon)?.type).toBe('drawn');
  });

  it('has tools by group, so that it gets future ones, and names no unknown one', () => {
    for (const entry of starter.tools) {
      const isGroup = toolCategories.some((category) => entry === `group:${category}`);
      expect(isGroup || definitions.some((tool) => entryAdmits(entry, tool))).toBe(true);
    }
    // The instructions of the starter mention these tools.
    for (const name of starter.needs ?? []) expect(definitions.map((tool) => tool.name)).toContain(name);
    for (const name of ['todowrite', 'question', 'web_search', 'fetch_url', 'write_file']) {
      const tool = definitions.find((each) => each.name === name);
      const isOn = tool !== undefined && starter.tools.some((entry) => entryAdmits(entry, tool));
      if (starter.systemPrompt.includes(name)) expect(isOn).toBe(true);
    }
  });
});
