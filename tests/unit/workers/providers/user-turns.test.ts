/** Attachments in a request to any model: text in full, other files by name, and each only once. */
import { describe, expect, it } from 'vitest';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { asId } from '#shared/ids.ts';
import { serverKinds, unknownTraits, type ServerKind } from '#shared/models/provider.ts';
import { estimateMessage } from '#workers/agent/estimate-tokens.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { toTurns } from '#workers/providers/on-device/turns.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import { bodyOf, userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const file: MediaBlock = {
  type: 'file',
  media_type: 'text/csv',
  blob: asId<'blob'>('b'),
  bytes: 11,
  name: 'ages.csv',
  text: 'Ada is 36 years old',
};

async function writeBody(kind: ServerKind | 'on-device', request: ModelRequest): Promise<string> {
  if (kind === 'on-device') return JSON.stringify(toTurns('', request.messages));
  return bodyOf(await loadProvider(kind), request);
}

function requestWith(block: MediaBlock): ModelRequest {
  const message = { ...userMessage(''), parts: [block, { type: 'text' as const, text: 'How old?' }] };
  return { system: '', messages: [message], tools: [], media: new Map() };
}

describe.each([...serverKinds, 'on-device'] as const)('a file attached to a question for %s', (kind) => {
  it('is read in full where it is text', async () => {
    const body = await writeBody(kind, requestWith(file));
    expect(body.split('Ada is 36 years old')).toHaveLength(2);
    expect(body).toContain('ages.csv');
    expect(body).toContain('How old?');
  });

  it('is named where it is anything else', async () => {
    const { text: _, ...opaque } = file;
    expect(await writeBody(kind, requestWith({ ...opaque, name: 'scan.pdf' }))).toContain(
      '[file, scan.pdf, text/csv, 11 bytes]',
    );
  });
});

it.each(serverKinds)('says to %s in which file a picture is that it sees', async (kind) => {
  const { text: _, ...rest } = file;
  const picture: MediaBlock = {
    ...rest,
    type: 'image',
    media_type: 'image/png',
    path: 'attachments/dot.png',
  };
  const request = { ...requestWith(picture), media: new Map([[picture.blob, 'iVBORw0KGgo=']]) };
  const body = await bodyOf(await loadProvider(kind), request, { ...unknownTraits, images: true });
  expect(body).toContain('iVBORw0KGgo=');
  expect(body).toContain('[the file of this picture: attachments/dot.png]');
  const scaled = { ...picture, size: { width: 4000, height: 3000 }, shown: { width: 2048, height: 1536 } };
  const scaledRequest = { ...requestWith(scaled), media: request.media };
  expect(await bodyOf(await loadProvider(kind), scaledRequest, { ...unknownTraits, images: true })).toContain(
    '[the file of this picture: attachments/dot.png, 4000 x 3000 pixels, shown at 2048 x 1536]',
  );
});

it('counts the text of a file among the tokens of its message', () => {
  const short = estimateMessage({ ...userMessage(''), parts: [file] });
  const long = estimateMessage({ ...userMessage(''), parts: [{ ...file, text: 'word '.repeat(1_000) }] });
  expect(long - short).toBeGreaterThan(1_000);
});
