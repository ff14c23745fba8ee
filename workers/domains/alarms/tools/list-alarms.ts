/** Lists the alarms that ring or are planned. */
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { AlarmPort } from '../alarm-port.ts';
import { alarmReference, whenText } from './alarm-answers.ts';

export const listAlarms = defineInEngineTool({
  name: 'list_alarms',
  title: 'List the alarms',
  description: 'List the alarms that are planned, with their ids; list_tasks lists scheduled tasks.',
  category: 'agent',
  parameters: { type: 'object', properties: {} },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { reads: ['tasks'] },
  repeatable: true,
  async answer(_, { port }: InEngineContext<AlarmPort>) {
    const alarms = await port.list();
    if (alarms.length === 0) return 'There are no alarms. set_alarm adds one.';
    return alarms
      .map(
        (alarm) =>
          `${alarmReference(alarm)}: ${alarm.state === 'ringing' ? 'rings now' : whenText(alarm, [])}`,
      )
      .join('\n');
  },
});
