/** What a chat is told of where it takes place: the day, the device and its languages. */
import type { ToldLine } from '#shared/conversation/message.ts';
import { isPhone } from '#shared/is-phone.ts';
import type { PromptRequest, Told } from '#workers/contracts/prompt-block.ts';

const longDate = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

export function tellPlace(now = new Date()): Told {
  const { languages } = navigator;
  const device = isPhone() ? 'a phone' : 'a computer or a tablet';
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(now);
  const { id, text, version } = dateLine(now);
  return {
    intro: '',
    lines: [
      { id, text: `${text} at ${clock}, when the chat began.`, version },
      { id: 'device', text: `The app runs in the browser of the user's device: ${device}.` },
      { id: 'languages', text: `The user reads: ${languages.slice(0, 5).join(', ')}.` },
    ],
  };
}

/** The date, if it is another day or another time zone than the chat knows. */
export function tellDate({ told }: Pick<PromptRequest, 'told'>, now = new Date()): Told {
  const { text, ...line } = dateLine(now);
  const isSame = told.get(line.id)?.version === line.version;
  return { intro: '', lines: isSame ? [] : [{ ...line, text: `It is now ${text}.` }] };
}

function dateLine(now: Date): Required<Omit<ToldLine, 'isGone'>> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const day = new Intl.DateTimeFormat('en-GB', longDate).format(now);
  const offset = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return { id: 'date', text: `${day} (${timeZone}, ${offset ?? 'UTC'})`, version: `${day} ${timeZone}` };
}
