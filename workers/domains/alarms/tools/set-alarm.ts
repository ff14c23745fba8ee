/** Sets an alarm at which the app rings. */
import { alarmLimits } from '#shared/alarms/alarm.ts';
import { taskLimits } from '#shared/tasks/task.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import { noticeNote } from '../../tasks/notice-note.ts';
import type { AlarmPort } from '../alarm-port.ts';
import { alarmOf, alarmReference, whenText } from './alarm-answers.ts';

export const setAlarm = defineInEngineTool({
  name: 'set_alarm',
  title: 'Set an alarm',
  description:
    "Set, repeat or change an alarm or a countdown, which rings while the app is open and needs no model; give exactly one of 'at' and 'in', and use schedule_task to have something done at a time.",
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      at: {
        type: 'string',
        description:
          "A date and time such as '2026-01-31T08:00' in the time zone of the user, or '08:00' for the next one.",
      },
      in: {
        type: 'string',
        description: "From now on: '90 seconds', '10 minutes' or '1 hour 30 minutes'.",
      },
      repeat: {
        type: 'string',
        description:
          "Rings again at the time of 'at': 'daily', 'weekdays', 'weekends', 'weekly', days such as 'mon, thu', 'every 2 weeks', or 'never'; or five fields of cron instead of 'at'.",
        maxLength: taskLimits.cronCharacters,
      },
      dates: {
        type: 'array',
        maxItems: alarmLimits.dates,
        description: "Rings on these days, at the time of 'at'.",
        items: { type: 'string', description: "A day such as '2026-01-31'." },
      },
      alarm: {
        type: 'string',
        description:
          'Changes this alarm, named by its id, or its label where only one has it; what is not given stays.',
        minLength: 1,
      },
      label: {
        type: 'string',
        description: 'What it is for, in a few words of the user.',
        maxLength: alarmLimits.labelCharacters,
      },
    },
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'label',
  async answer(draft, { port: alarms, writer }: InEngineContext<AlarmPort>) {
    const { alarm: id, ...words } = draft;
    const given = Object.fromEntries(
      Object.entries({ ...words, id }).filter(([, value]) => value !== undefined),
    );
    const alarm = alarmOf(await alarms.set(given, writer()));
    const said = `${alarmReference(alarm)} rings ${whenText(alarm, alarms.next(alarm))}, if the app is open. A closed app cannot ring.`;
    const note = await noticeNote();
    if (alarm.at - alarms.now() <= alarmLimits.farMs) return said + note;
    return `${said}${note} A button below adds it to the calendar.`;
  },
});
