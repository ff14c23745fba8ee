/** Converting an agent to the fields of its form and back, and what is kept of a draft that the user left. */
import { describe, expect, it } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import {
  deadlineFault,
  readFields,
  draftOf,
  faultOf,
  fieldsOf,
  isAsBuilt,
  writeFields,
} from '#src/ui/agents/agent-draft.ts';

const agent: Agent = {
  id: asId<'agent'>('agent_1'),
  name: 'Clerk',
  icon: 'pen:violet',
  systemPrompt: 'Tidy.',
  tools: ['group:io'],
  deny: ['network'],
  approval: { default: 'ask', tools: { read_file: 'auto' } },
  timeouts: { '*': 20, read_file: 3, grep: 0.5 },
  failedSteps: 5,
  provider: asId<'provider'>('provider_1'),
  model: 'm',
  fallbacks: [{ provider: asId<'provider'>('provider_2'), model: 'n' }],
  budget: { tokens: 9_000, cost: 0.5 },
  parallelCalls: 2,
  maxSteps: 'unlimited',
};

describe('the fields of an agent', () => {
  it('give the same agent back, including values that the form does not show', () =>
    expect(draftOf(fieldsOf(agent), agent)).toEqual(agent));

  it('drop the model with its provider', () =>
    expect(draftOf({ ...fieldsOf(agent), provider: '' }, agent)).not.toHaveProperty('model'));

  it('leave out default values', () =>
    expect(draftOf({ ...fieldsOf(undefined), name: ' New ' }, undefined)).toEqual({
      name: 'New',
      systemPrompt: '',
      tools: [],
      maxSteps: 15,
    }));

  it.each([
    [{ name: ' ' }, 'name'],
    [{ steps: '0' }, 'steps'],
    [{ steps: '2.5' }, 'steps'],
    [{ steps: 'x', isUnlimited: true }, null],
    [{ steps: '40' }, null],
    [{ errors: '0' }, 'errors'],
    [{ errors: '101' }, 'errors'],
    [{ errors: ' 7 ' }, null],
    [{ parallel: '33' }, 'parallel'],
  ])('with %o are at fault at %s', (part, fault) =>
    expect(faultOf({ ...fieldsOf(agent), isUnlimited: false, ...part })).toBe(fault),
  );
});

describe('the deadlines of an agent', () => {
  const longest = (tool: string) => (tool === 'read_file' ? 30 : 300);
  const fault = (deadline: string, ...rows: [tool: string, seconds: string][]) =>
    deadlineFault({ deadline, deadlines: rows.map(([tool, seconds]) => ({ tool, seconds })) }, longest);

  it('are seconds above 0, up to the longest of the tool', () => {
    expect(fault('', ['read_file', '30'], ['grep', '0,5'])).toBeNull();
    expect(fault('300')).toBeNull();
  });

  it.each(['', '0', '-1', '31', 'ten', '1e1'])('of a tool are not %o', (seconds) =>
    expect(fault('', ['read_file', seconds])).toEqual({ tool: 'read_file', longest: 30 }),
  );

  it.each(['0', '301', '1 s'])('of all tools are not %o', (seconds) =>
    expect(fault(seconds)).toEqual({ longest: 300 }),
  );

  it('are absent where all fields are empty', () =>
    expect(draftOf({ ...fieldsOf(agent), deadline: ' ', deadlines: [] }, agent)).not.toHaveProperty(
      'timeouts',
    ));
});

describe('a draft that was left', () => {
  it('is restored unchanged, including half typed numbers', () => {
    const deadlines = [{ tool: 'grep', seconds: '1,' }];
    const half = { name: '', steps: '1x', errors: 'x', deadline: '2,', deadlines };
    const fields = { ...fieldsOf(agent), ...half, isUnlimited: false };
    const stored: JsonObject = JSON.parse(writeFields(fields));
    expect(readFields(stored)).toEqual(fields);
  });
});

it('knows the everyday agent as it was built', () => {
  expect(isAsBuilt(defaultAgent)).toBe(true);
  expect(isAsBuilt({ ...defaultAgent, tools: ['noop'] })).toBe(false);
});
