/** Converts a conversation to turns of plain text, for text-only models. */
import { attachedWords } from '#shared/conversation/content.ts';
import type { DeviceTurn } from '#shared/models/device-model.ts';
import {
  callsWithResults,
  isSteering,
  textOf,
  type CallPart,
  type Message,
  type ResultPart,
} from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { contentText } from '#shared/conversation/content.ts';

/** Many chat templates require alternating roles, so consecutive turns of one role are joined. */
export function toTurns(system: string, messages: readonly Message[]): DeviceTurn[] {
  const turns: DeviceTurn[] = system ? [{ role: 'system', text: system }] : [];
  for (const turn of messages.flatMap(turnsOf)) {
    const last = turns.at(-1);
    if (last?.role === turn.role) turns[turns.length - 1] = { ...last, text: `${last.text}\n\n${turn.text}` };
    else turns.push(turn);
  }
  return turns;
}

/** The newest request of the user and the names of the tools used before it, for ranking tools: the same in all steps. */
export function toolQuery(messages: readonly Message[]): string {
  const at = messages.findLastIndex((message) => message.role === 'user' && !isSteering(message));
  // What the app told with the message follows the user's words.
  const asked = messages[at]?.parts.find((part) => part.type === 'text')?.text ?? '';
  const used = messages
    .slice(0, Math.max(at, 0))
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'call' ? [part.name] : [])));
  return [asked, ...used].join(' ');
}

function turnsOf(message: Message): DeviceTurn[] {
  if (message.role === 'user') return [{ role: 'user', text: userText(message) }];
  const said = assistantWords(message);
  const turns: DeviceTurn[] = said ? [{ role: 'assistant', text: said }] : [];
  const results = resultWords(message);
  return results ? [...turns, { role: 'user', text: results }] : turns;
}

/** The text of an answer, and its calls as the model writes them. */
export function assistantWords(message: Message): string {
  const calls = callsWithResults(message).map(({ call }) => writeCall(call));
  return [textOf(message).trim(), ...calls].filter(Boolean).join('\n');
}

export function resultWords(message: Message): string {
  return callsWithResults(message)
    .map(({ call, result }) => writeResult(call, result))
    .join('\n');
}

function userText(message: Message): string {
  return message.parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text];
      return part.type === 'image' || part.type === 'file' ? [attachedWords(part)] : [];
    })
    .join('\n');
}

function writeCall({ name, arguments: values }: CallPart): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: values })}\n</tool_call>`;
}

function writeResult({ name }: CallPart, part: ResultPart | undefined): string {
  return `<tool_response>\n${name}: ${part ? resultText(part.result) : 'interrupted'}\n</tool_response>`;
}

function resultText(result: ToolResult): string {
  return result.status === 'error'
    ? `error: ${result.error_type}: ${result.message}`
    : contentText(result.result);
}
