/** A tool that lets the user record sound. */
import type { EndedEarly } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { defineTool } from '../tool.ts';
import { line, saveNew, timeStamp } from './save-new.ts';

export const recordAudio = defineTool({
  name: 'record_audio',
  title: 'Record audio',
  description:
    'Let the user record sound with the microphone, which they start and stop; it is saved in the workspace and kept in the conversation.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      most_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 600,
        default: 60,
        description: 'When it stops by itself.',
      },
    },
  },
  permissions: ['microphone'],
  features: ['microphone'],
  capabilities: ['host', 'files.write'],
  returns: ['file'],
  contacts: { type: 'user' },
  timeoutSeconds: 60,
  waitsForUser: true,
  async execute({ most_seconds: maxSeconds = 60 }, { device, files }) {
    const outcome = await device.ask({ type: 'record-audio', maxSeconds });
    if (outcome.did !== 'captured') throw new ToolError('execution_error', 'The microphone gave no sound.');
    const { file, endedEarly } = outcome;
    const { type } = file;
    const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm';
    const sound = new File([file], `recording-${timeStamp()}.${ending}`, { type });
    const path = await saveNew(files, 'recordings', sound);
    return [
      line(
        `The user recorded ${countOf(sound.size, 'byte')} of sound, saved as ${path}.${endedEarly ? ` ${sayEnd(endedEarly, maxSeconds)}` : ''}`,
      ),
      {
        type: 'file',
        media_type: type.split(';', 1)[0] ?? type,
        data: new Uint8Array(await sound.arrayBuffer()),
        name: sound.name,
      },
    ];
  },
});

function sayEnd({ seconds, why }: EndedEarly, maxSeconds: number): string {
  const reason =
    why === 'hidden'
      ? 'OneClaw went out of sight, as when another app is opened or the screen is locked'
      : 'the microphone gave no more sound, as when it is unplugged or another app takes it';
  return `It ended early, after ${seconds} of ${maxSeconds} seconds, because ${reason}. The user saw this and kept it; what came later is missing.`;
}
