import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { cloudTraits, type ModelTraits } from '#shared/models/provider.ts';
import { createMediaLoader } from '#workers/domains/runs/media/load-media.ts';
import { userMessage } from '#tests/fixtures/model-servers/replay-stream.ts';

const picture: MediaBlock = { type: 'image', media_type: 'image/png', blob: asId<'blob'>('s/p'), bytes: 3 };
const pdf = (name: string, pages?: number, bytes = 3): MediaBlock => ({
  type: 'file',
  media_type: 'application/pdf',
  blob: asId<'blob'>(`s/${name}`),
  bytes,
  ...(pages === undefined ? {} : { pages }),
});

async function loaded(blocks: MediaBlock[], traits: Partial<ModelTraits>): Promise<string[]> {
  const load = createMediaLoader({ read: async () => new Blob(['abc']) });
  const message = { ...userMessage('hi'), parts: blocks };
  return [...(await load([message], { ...cloudTraits, ...traits })).keys()];
}

describe('the media of a request', () => {
  it('are what the model takes', async () => {
    const blocks = [picture, pdf('a', 2)];
    expect(await loaded(blocks, {})).toEqual([]);
    expect(await loaded(blocks, { images: true })).toEqual(['s/p']);
    expect(await loaded(blocks, { images: true, documents: true })).toEqual(['s/p', 's/a']);
  });

  it('leave out PDF files that are too long, too large, unread, or more than a quarter of the window', async () => {
    const traits = { documents: true, contextTokens: 100_000 };
    expect(await loaded([pdf('long', 101)], { ...traits, contextTokens: 9_000_000 })).toEqual([]);
    expect(await loaded([pdf('large', 1, 10_000_001)], traits)).toEqual([]);
    expect(await loaded([pdf('unread')], traits)).toEqual([]);
    expect(await loaded([pdf('a', 12), pdf('b', 12), pdf('c', 1)], traits)).toEqual(['s/a']);
  });
});
