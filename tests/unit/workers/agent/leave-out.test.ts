/** What the user left out is a sentence in every request; everything else stays as it was. */
import { describe, expect, it } from 'vitest';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { textOf } from '#shared/conversation/message.ts';
import { asId } from '#shared/ids.ts';
import { createLeaveOut } from '#workers/agent/leave-out.ts';
import { call, message, result, text } from '#tests/fixtures/worlds/messages.ts';

const picture: MediaBlock = {
  ...{ type: 'image', media_type: 'image/png', blob: asId<'blob'>('session_1/p'), bytes: 9, name: 'cat.png' },
};
const report: MediaBlock = {
  ...{ type: 'file', media_type: 'application/pdf', blob: asId<'blob'>('session_1/r'), bytes: 9 },
  ...{ text: 'secret words', path: 'attachments/r.pdf' },
};
const asked = message('u1', 'user', [
  text('See'),
  picture,
  report,
  { type: 'note', note: { type: 'steered' } },
]);
const step = message('a1', 'assistant', [
  call('c'),
  { ...result('c'), result: { status: 'success', result: [{ type: 'text', text: 'Page' }, picture] } },
]);
const last = message('u2', 'user', [text('Thanks')]);
const history = [asked, step, last];

describe('createLeaveOut', () => {
  it('changes nothing where nothing is left out', () => {
    expect(createLeaveOut(undefined)(history)).toBe(history);
    expect(createLeaveOut({ media: [], messages: [] })(history)).toBe(history);
  });

  it('puts a sentence where a picture was, in messages and in results, and keeps the other messages', () => {
    const [first, second, third] = createLeaveOut({ media: [picture.blob], messages: [] })(history);
    expect(first && textOf(first)).toContain('A picture, cat.png, was left out here');
    expect(first?.parts).toContain(report);
    expect(JSON.stringify(second)).not.toContain('"image"');
    expect(JSON.stringify(second)).toContain('Page');
    expect(third).toBe(last);
  });

  it('leaves out the text of a file, too, and says where it is', () => {
    const [first] = createLeaveOut({ media: [report.blob], messages: [] })(history);
    expect(JSON.stringify(first)).not.toContain('secret words');
    expect(first && textOf(first)).toContain('attachments/r.pdf');
  });

  it('leaves out the words and attachments of a message, but not its notes', () => {
    const [first] = createLeaveOut({ media: [], messages: [asked.id] })(history);
    expect(first?.parts.map(({ type }) => type)).toEqual(['text', 'note']);
    expect(first && textOf(first)).toMatch(/^\[A message of the user was left out here/);
  });

  it('leaves out the results of an answer, but not its calls', () => {
    const [, second] = createLeaveOut({ media: [], messages: [step.id] })(history);
    expect(second?.parts[0]).toBe(step.parts[0]);
    expect(JSON.stringify(second?.parts[1])).toContain('This result was left out');
    expect(JSON.stringify(second)).not.toContain('Page');
  });

  it('gives the same message for the same message, so that its JSON stays cached', () => {
    const leaveOut = createLeaveOut({ media: [picture.blob], messages: [] });
    expect(leaveOut([...history, last])[0]).toBe(leaveOut(history)[0]);
  });
});
