/** The form of the heartbeat: saved values are shown again, and an empty field is not zero. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { defaultTaskSettings } from '#shared/tasks/task.ts';
import { heartbeatFields, readHeartbeat } from '#src/ui/tasks/heartbeat-fields.ts';

const { everyMinutes, fromHour, untilHour, budget } = defaultTaskSettings.heartbeat;
const settings = { everyMinutes, fromHour, untilHour, budget };

it('settings come back as they were', () => {
  expect(readHeartbeat(heartbeatFields(settings))).toEqual({ ...settings, agent: null, model: '' });
  const chosen = { agent: asId<'agent'>('agent_1'), model: 'small' };
  expect(readHeartbeat(heartbeatFields({ ...settings, ...chosen }))).toMatchObject(chosen);
  expect(readHeartbeat(heartbeatFields({ ...settings, fromHour: 0 }))).toMatchObject({ fromHour: 0 });
});

it('an empty field, and what is no whole number, is refused', () => {
  const fields = heartbeatFields(settings);
  for (const text of ['', ' ', 'x', '7.5', '-1', '1e2'])
    for (const name of ['every', 'from', 'until'])
      expect(readHeartbeat({ ...fields, [name]: text }), `${name} '${text}'`).toBeNull();
  expect(readHeartbeat({ ...fields, budget: { tokens: 'many', cost: '' } })).toBeNull();
});
