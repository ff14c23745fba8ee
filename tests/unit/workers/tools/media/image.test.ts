/** An image by its address: fetched within the agent's hosts, scaled, and put into the conversation. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { newId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import type { NetworkRequest, NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import type { VisionAnswer } from '#workers/contracts/ports/vision-port.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { createEgress } from '#workers/network/egress.ts';
import { image } from '#workers/tools/media/image.ts';

beforeEach(() => {
  const picture = { width: 8, height: 8, close: () => undefined };
  vi.stubGlobal('createImageBitmap', async () => picture);
});
afterEach(() => void vi.unstubAllGlobals());

const url = 'https://pictures.example/cat.png';

function setUp(change: Partial<NetworkResponse> = {}, seen: VisionAnswer = { type: 'sees' }) {
  const asked: NetworkRequest[] = [];
  const looked: string[] = [];
  const network = {
    request: async (request: NetworkRequest) => {
      asked.push(request);
      const headers = [['content-type', 'image/png']];
      const response = { status: 200, statusText: 'OK', url: request.url, headers, truncated: false };
      return { ...response, body: new Uint8Array([1, 2, 3]), ...change };
    },
  };
  const vision = { look: async (_: object, question: string) => (looked.push(question), seen) };
  const look = (values: object, context: object = { network, vision }) => image.execute(values, context);
  return { asked, looked, look };
}

describe('a drawing of the workspace', () => {
  const look = (source: string) =>
    image.execute(
      { path: 'a/plan.svg' },
      { files: { read: () => Promise.resolve(new File([source], 'plan.svg')) } },
    );

  it('is shown to the user, and its source to the model', async () => {
    const source = '<svg width="40" height="30"><text>Gate</text></svg>';
    expect(await look(source)).toEqual([
      { type: 'text', text: expect.stringMatching(/40 by 30 pixels[^]*<text>Gate<\/text>/) as string },
      {
        type: 'image',
        media_type: 'image/svg+xml',
        data: new TextEncoder().encode(source),
        name: 'plan.svg',
      },
    ]);
  });

  it.each(['no drawing', `<svg>${'<g>'.repeat(10_000)}</svg>`])(
    'is refused if it cannot be drawn',
    async (source) => {
      await expect(look(source)).rejects.toMatchObject({ type: 'binary_file' });
    },
  );
});

describe('an image by its address', () => {
  it('goes into the conversation of a model that sees', async () => {
    const { asked, look } = setUp();
    expect(await look({ url, question: 'Which cat?' })).toEqual([
      { type: 'text', text: `The image ${url}. The question about it: Which cat?` },
      { type: 'image', media_type: 'image/png', data: new Uint8Array([1, 2, 3]), name: 'cat.png' },
    ]);
    expect(asked).toEqual([{ url, method: 'GET', headers: {}, maxBytes: limits.mediaBytes }]);
  });

  it('is looked at by another model, which the result names', async () => {
    const { looked, look } = setUp({}, { type: 'answered', model: 'eye (Cloud)', text: 'A tabby.' });
    expect(await look({ url })).toMatchObject([
      { text: `eye (Cloud) looked at ${url}. Its answer to "Describe this image.":\n\nA tabby.` },
      { type: 'image' },
    ]);
    expect(looked).toEqual(['Describe this image.']);
  });

  it.each<[Partial<NetworkResponse>, string, string]>([
    [{ status: 404 }, 'network_error', 'HTTP status 404'],
    [{ truncated: true }, 'file_too_large', '20 MB'],
    [{ headers: [['content-type', 'text/html']] }, 'binary_file', 'is no image'],
  ])('that answers with %j is the error %s', async (change, type, words) => {
    vi.stubGlobal('createImageBitmap', () =>
      Promise.reject(new DOMException('No image.', 'InvalidStateError')),
    );
    await expect(setUp(change).look({ url })).rejects.toMatchObject({
      type,
      message: expect.stringContaining(words) as unknown,
    });
  });

  it('is refused without the network, and beside a path', async () => {
    const { look } = setUp();
    await expect(look({ url }, {})).rejects.toMatchObject({ type: 'permission_denied' });
    await expect(look({ url, path: 'cat.png' })).rejects.toMatchObject({ type: 'validation_error' });
    await expect(look({})).rejects.toMatchObject({ type: 'validation_error' });
  });
});

describe('before an image is fetched', () => {
  const tool = definitions.find(({ name }) => name === 'image') ?? expect.fail('There is no tool image.');

  async function check(address: string, agent: Partial<Agent>, answer: PromptAnswer) {
    const asked: PromptSubject[] = [];
    const gate = createPermissionGate({
      egress: createEgress({
        fetch: () => expect.fail('Nothing is sent.'),
        online: () => true,
        pageProtocol: 'https:',
        isHostAllowed: () => false,
        relay: async () => undefined,
        reader: async () => undefined,
        searchKey: async () => undefined,
        gitToken: async () => undefined,
      }),
      prompts: {
        ask: async ({ subject }) => (asked.push(subject), answer),
        answer: () => false,
        open: () => [],
      },
      hosts: { has: () => false, allow: async () => undefined },
      tools: { find: () => undefined, addressOf: () => undefined },
      serviceHosts: async () => [],
      findDanger: async () => undefined,
      query: async () => 'granted',
      approveAlways: async () => undefined,
    });
    const refusal = await gate.check({
      ...{ tool, arguments: { url: address }, call: newId('call') },
      ...{ agent: { ...defaultAgent, ...agent }, signal: new AbortController().signal },
    });
    return { asked, refusal };
  }

  it('a host that the lists of the agent exclude is refused without a question', async () => {
    const { asked, refusal } = await check(url, { hosts: { allow: ['other.example'] } }, 'allowed');
    expect(refusal).toMatchObject({
      errorType: 'permission_denied',
      message: expect.stringContaining('pictures.example') as unknown,
    });
    expect(asked).toEqual([]);
  });

  it('a private host is asked about, and refused where the user says no', async () => {
    const { asked, refusal } = await check('http://192.168.0.7/cat.png', {}, 'denied');
    expect(asked).toEqual([{ type: 'host', host: '192.168.0.7' }]);
    expect(refusal).toMatchObject({ errorType: 'permission_denied' });
  });
});
