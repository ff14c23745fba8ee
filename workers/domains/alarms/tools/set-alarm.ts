/** Sets an alarm at which the app rings. */
import { alarmLimits } from '#shared/alarms/alarm.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import { noticeNote } from '../../tasks/notice-note.ts';
import type { AlarmPort } from '../alarm-port.ts';
import { alarmOf, alarmReference } from './alarm-answers.ts';

export const setAlarm = defineInEngineTool({
  name: 'set_alarm',
  title: 'Set an alarm',
  description:
    "Set an alarm or a countdown that rings while the app is open; give exactly one of 'at' and 'in', and use schedule_task to have something done at a time.",
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
    const { at, in: after, label } = draft;
    const given = {
      ...(at === undefined ? {} : { at }),
      ...(after === undefined ? {} : { in: after }),
      ...(label === undefined ? {} : { label }),
    };
    const alarm = alarmOf(await alarms.set(given, writer()));
    const said = `${alarmReference(alarm)} rings ${momentText(alarm.at)}, if the app is open then. A closed app cannot ring; it says on return what was missed.`;
    const note = await noticeNote();
    if (alarm.at - alarms.now() <= alarmLimits.farMs) return said + note;
    return `${said}${note} The user can take it over into the calendar of the device by the button below this call; create_calendar_event does the same. Tell them in one sentence.`;
  },
});
