/**
 * Baseline of a run: the least code that sends requests, reads streams, answers calls and keeps a journal.
 */
// The same parser as in the engine, so that the bench compares loops, not parsers.
import { createParser } from 'eventsource-parser';
import type { Validator } from '#workers/engine/calls/validators.ts';
import type { Journal } from '#workers/domains/sessions/journal/journal.ts';

type Deps = {
  fetch(body: string): Response | Promise<Response>;
  journal: Journal;
  validate: Validator;
  post(message: object): void;
};

type Chunk = {
  choices: [
    {
      delta: {
        content?: string;
        tool_calls?: { id: string; function: { name: string; arguments: string } }[];
      };
    },
  ];
};
type Call = { id: string; name: string; text: string };

/** A journal event with only the fields that the baseline uses. */
const line = (type: string, rest: object) => ({ seq: 0, session: 's', run: 'r', type, ...rest }) as never;

export async function runFloor({ fetch, journal, validate, post }: Deps): Promise<number> {
  const history: object[] = [{ role: 'user', content: 'go' }];
  const write = (type: string, rest: object, flush = true) => {
    const event = line(type, rest);
    journal.append(event);
    if (flush) journal.flush();
    post([event]);
  };
  write('run-start', { message: history[0] });
  for (let step = 1; ; step++) {
    write('step-start', { step }, false);
    const { text, calls } = await readReply(
      await fetch(JSON.stringify({ model: 'm', stream: true, messages: history })),
      (delta) => write('text-delta', { text: delta }, false),
    );
    history.push({
      ...{ role: 'assistant', content: text },
      tool_calls: calls.map(({ id, name, text: written }) => ({
        ...{ id, type: 'function' },
        function: { name, arguments: written },
      })),
    });
    for (const call of calls) write('tool-call', call, false);
    write('reply-end', {});
    await Promise.all(
      calls.map(async (call) => {
        if (!validate(JSON.parse(call.text))) throw new Error('The floor sent a bad call.');
        write('tool-start', { call: call.id });
        const result = await Promise.resolve('ok');
        write('tool-end', { call: call.id, result });
        history.push({ role: 'tool', tool_call_id: call.id, content: result });
      }),
    );
    write('step-end', {});
    if (calls.length === 0) return step;
  }
}

/** Text is passed on once per frame. */
async function readReply(
  response: Response,
  onText: (text: string) => void,
): Promise<{ text: string; calls: Call[] }> {
  const calls: Call[] = [];
  let text = '';
  let shown = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    if (text.length > shown) onText(text.slice(shown));
    shown = text.length;
  };
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const { choices } = JSON.parse(data) as Chunk;
      const { content, tool_calls: made } = choices[0].delta;
      if (content) {
        text += content;
        timer ??= setTimeout(show, 16);
      }
      for (const { id, function: called } of made ?? [])
        calls.push({ id, name: called.name, text: called.arguments });
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    parser.feed(decoder.decode(next.value, { stream: true }));
  clearTimeout(timer);
  show();
  return { text, calls };
}
