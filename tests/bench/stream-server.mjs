/** A local Chat Completions server for the benches, which decide how fast it answers. */
import { createServer } from 'node:http';

/** One event of the stream. @param {object} delta @param {string | null} finish */
export function chunk(delta, finish = null) {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** The last words of an answer, and its end. @param {string} text */
export function ending(text) {
  return `${chunk({ content: text })}${chunk({}, 'stop')}data: [DONE]\n\n`;
}

/**
 * @param {(response: import('node:http').ServerResponse, body: string) => void} answer
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function serveStream(answer) {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => answer(response, body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => void server.close() };
}
