/** Snoozes an alarm. */
import { alarmLimits, snoozes } from '#shared/alarms/alarm.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { AlarmPort } from '../alarm-port.ts';
import { alarmOf, alarmReference } from './alarm-answers.ts';

const { least, most } = alarmLimits.snoozeMinutes;

export const snoozeAlarm = defineInEngineTool({
  name: 'snooze_alarm',
  title: 'Put an alarm off',
  description: 'Have an alarm that rings now, or was missed, ring again in some minutes.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      minutes: {
        type: 'integer',
        minimum: least,
        maximum: most,
        default: snoozes[0],
        description: 'In how many minutes.',
      },
      alarm: {
        type: 'string',
        description: 'Its id, or its label where only one has it. Defaults to the one that rings.',
        minLength: 1,
      },
    },
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'alarm',
  async answer(
    { alarm: wanted, minutes = snoozes[0] },
    { port: alarms, writer }: InEngineContext<AlarmPort>,
  ) {
    const alarm = alarmOf(await alarms.snooze(wanted, minutes, writer()));
    return `${alarmReference(alarm)} rings again ${momentText(alarm.at)}, if the app is open then.`;
  },
});
