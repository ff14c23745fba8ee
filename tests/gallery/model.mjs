/** A local Chat Completions server whose answers show the possible contents of a chat. */
import { createServer } from 'node:http';

const markdown = `Here is the plan, with **what matters** first.

1. Read \`notes/plan.md\`
2. Ask the weather
3. Write the result

| City | Time | Weather |
| --- | --- | --- |
| Lisbon | 14:05 | 21 °C |
| Tokyo | 22:05 | 17 °C |

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}\`; // friendly
}
\`\`\`

- [x] read
- [ ] write

The area is $A = \\pi r^2$.`;

/** @typedef {{ text?: string, calls?: { name: string, arguments: object }[], reasoning?: string, status?: number }} Reply */

/**
 * Replies by a word in the user's message; a request with tool results is answered with text.
 * @type {Record<string, Reply>}
 */
const replies = {
  plan: { reasoning: 'The user wants a plan. I look at the file first.', text: markdown },
  files: {
    calls: [
      { name: 'write_file', arguments: { path: 'notes/plan.md', content: '# Plan\n\n- pack\n- go\n' } },
      { name: 'write_file', arguments: { path: 'shopping.txt', content: 'milk\nbread\n' } },
      { name: 'read_file', arguments: { path: 'missing.txt' } },
    ],
  },
  trip: {
    calls: [
      {
        name: 'todowrite',
        arguments: {
          todos: [
            { content: 'Find a train', status: 'completed' },
            { content: 'Choose a hotel', status: 'in_progress' },
            { content: 'Write the packing list', status: 'pending' },
          ],
        },
      },
      {
        name: 'question',
        arguments: {
          question: 'Where would you like to stay?',
          options: [
            { label: 'In the centre', description: 'Close to everything, louder' },
            { label: 'By the river', description: 'Quiet, ten minutes by tram' },
          ],
        },
      },
    ],
  },
  denied: { status: 401 },
};

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function startModel() {
  /** @type {Set<import('node:http').ServerResponse>} */
  const open = new Set();
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => answer(response, body === '' ? {} : JSON.parse(body), open));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`,
    close: async () => {
      for (const response of open) response.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * @param {import('node:http').ServerResponse} response @param {{ messages?: { role: string, content: unknown }[] }} body
 * @param {Set<import('node:http').ServerResponse>} open
 */
function answer(response, { messages = [] }, open) {
  const last = messages.at(-1);
  const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const key = Object.keys(replies).find((word) => asked.includes(word)) ?? '';
  const reply =
    last?.role === 'tool' ? { text: 'Done. Two files are written; the third was not there.' } : replies[key];
  if (reply?.status) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ error: { message: 'Incorrect API key provided.' } }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (/** @type {object} */ delta, /** @type {string | null} */ finish = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  if (reply?.reasoning) send({ reasoning_content: reply.reasoning });
  reply?.calls?.forEach((call, index) =>
    send({
      tool_calls: [
        {
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        },
      ],
    }),
  );
  send({ content: reply?.text ?? 'One moment, I am looking at it' });
  // Any other request stays open, which shows an active run.
  if (!reply) return void open.add(response);
  send({}, reply.calls ? 'tool_calls' : 'stop');
  response.write(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 1_840, completion_tokens: 212 } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
