import { expect, it } from 'vitest';
import { agentFields, callOptions, type AgentInput, type CallOptions } from '#src/console/inputs.ts';
import { requireKnown } from '#src/console/known-fields.ts';

/** Scripts can pass any value. */
const scripted = (value: unknown) => value as CallOptions & AgentInput;

it('accepts known options, and none', () => {
  requireKnown('oneclaw.tools.call', {}, callOptions);
  requireKnown('oneclaw.tools.call', { session: 's' }, callOptions);
});

it('names a misspelt option and those that exist', () => {
  expect(() => requireKnown('oneclaw.tools.call', scripted({ sesion: 's' }), callOptions)).toThrow(
    "validation_error: oneclaw.tools.call has no option 'sesion'. It has: agent, session.",
  );
});

it('names a misspelt restriction of an agent, which would be ignored otherwise', () => {
  const draft = scripted({ name: 'A', systemPrompt: '', tools: [], denied: ['network'] });
  expect(() => requireKnown('oneclaw.agents.save', draft, agentFields, 'field')).toThrow(
    "has no field 'denied'",
  );
});

it.each(['agent_1', null, ['agent']])('refuses %j in place of options', (value) => {
  expect(() => requireKnown('oneclaw.tools.call', scripted(value), callOptions)).toThrow(
    'takes an object of options',
  );
});
