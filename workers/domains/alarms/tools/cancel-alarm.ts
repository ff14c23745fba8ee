/** Deletes an alarm. */
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { AlarmPort } from '../alarm-port.ts';
import { alarmOf, alarmReference, whenText } from './alarm-answers.ts';

export const cancelAlarm = defineInEngineTool({
  name: 'cancel_alarm',
  title: 'Cancel an alarm',
  description: 'Delete an alarm, so that it never rings again; list_alarms shows the ids.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      alarm: { type: 'string', description: 'Its id, or its label where only one has it.', minLength: 1 },
    },
    required: ['alarm'],
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'alarm',
  async answer({ alarm: wanted }, { port: alarms, writer }: InEngineContext<AlarmPort>) {
    const alarm = alarmOf(await alarms.cancel(wanted, writer()));
    return `Cancelled ${alarmReference(alarm)}, which was due ${whenText(alarm, [])}.`;
  },
});
