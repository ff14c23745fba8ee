/** What is suspected after a refusal: what the model has not answered yet. */
import { describe, expect, it } from 'vitest';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { findSuspects } from '#shared/conversation/left-out.ts';
import type { Message, Part, ResultPart } from '#shared/conversation/message.ts';
import { asId } from '#shared/ids.ts';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { call, message, text } from '#tests/fixtures/worlds/messages.ts';

const blob = (name: string) => asId<'blob'>(`session_1/${name}`);
const image = (name: string): MediaBlock => ({
  ...{ type: 'image', media_type: 'image/png', blob: blob(name), bytes: 9 },
});
const pdf = (name: string): MediaBlock => ({
  ...{ type: 'file', media_type: 'application/pdf', blob: blob(name), bytes: 9, pages: 1 },
});
const shown = (id: string, ...blocks: MediaBlock[]): ResultPart => ({
  ...{ type: 'result', call: asId<'call'>(id), duration_ms: 1 },
  result: { status: 'success', result: blocks },
});
const failed = (type: ModelErrorType): Part => ({ type: 'error', error: { type } });

const seen = message('u1', 'user', [text('See'), image('old')]);
const answer = message('a1', 'assistant', [text('Seen.')], { author: { provider: 'P', model: 'm' } });
const asked = (...parts: Part[]) => message('u2', 'user', [text('And this?'), ...parts]);

const find = (messages: readonly Message[], type: ModelErrorType, model?: string) =>
  findSuspects(messages, { type, ...(model ? { model } : {}) });

describe('findSuspects', () => {
  it('names the pictures that came after the last answer', () => {
    expect(find([seen, answer, asked(image('new'))], 'image_refused')).toEqual({
      ...{ kind: 'image', media: [blob('new')], messages: [] },
    });
  });

  it('names the pictures of results that the model has not seen answered', () => {
    const step = message('a2', 'assistant', [call('c'), shown('c', image('page')), failed('image_refused')]);
    expect(find([seen, answer, asked(), step], 'image_refused')?.media).toEqual([blob('page')]);
  });

  it('names all pictures where none is new, or another model answered', () => {
    expect(find([seen, answer, asked()], 'image_refused')?.media).toEqual([blob('old')]);
    const both = [seen, answer, asked(image('new'))];
    expect(find(both, 'image_refused', 'other')?.media).toEqual([blob('old'), blob('new')]);
    expect(find(both, 'image_refused', 'm')?.media).toEqual([blob('new')]);
  });

  it('names nothing that is left out already', () => {
    const messages = [seen, answer, asked(image('new'))];
    const leftOut = { media: [blob('new')], messages: [] };
    expect(findSuspects(messages, { type: 'image_refused' }, leftOut)?.media).toEqual([blob('old')]);
    const both = { media: [blob('new'), blob('old')], messages: [] };
    expect(findSuspects(messages, { type: 'image_refused' }, both)).toBeUndefined();
  });

  it('names files for errors about files, and the other kind where the chat has only that', () => {
    expect(find([asked(pdf('report'), image('new'))], 'file_refused')).toMatchObject({ kind: 'file' });
    expect(find([asked(pdf('report'))], 'image_refused')).toMatchObject({ kind: 'file' });
  });

  it('suspects new media after an error whose words say nothing, and nothing without them', () => {
    for (const type of ['bad_request', 'server_error', 'malformed', 'context_too_long'] as const)
      expect(find([seen, answer, asked(image('new'))], type)).toMatchObject({ media: [blob('new')] });
    expect(find([seen, answer, asked()], 'bad_request')).toBeUndefined();
    expect(find([seen, answer, asked(image('new'))], 'bad_key')).toBeUndefined();
    expect(find([seen, answer, asked(image('new'))], 'rate_limit')).toBeUndefined();
  });

  it('names the message with which the refusals began', () => {
    const first = asked();
    const second = message('u3', 'user', [text('Hello?')]);
    expect(find([seen, answer, first], 'message_refused')).toMatchObject({
      ...{ kind: 'message', messages: [first.id] },
    });
    expect(find([seen, answer, first, second], 'message_refused')).toMatchObject({
      ...{ kind: 'earlier', messages: [first.id] },
    });
    const declined = message('a2', 'assistant', [text('I can'), failed('refused')]);
    expect(find([seen, answer, first, declined], 'refused')).toMatchObject({
      ...{ kind: 'message', messages: [first.id] },
    });
    expect(find([seen, answer, first], 'context_too_long')).toMatchObject({ kind: 'message' });
  });

  it('names the results of a step, not the words of the user before it', () => {
    const step = message('a2', 'assistant', [call('c'), shown('c'), failed('message_refused')]);
    expect(find([seen, answer, asked(), step], 'message_refused')).toMatchObject({
      ...{ kind: 'result', messages: [step.id] },
    });
  });
});
