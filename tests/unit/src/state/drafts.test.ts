/** Drafts: each chat has its own words and files, and what waits is part of them when another chat is shown. */
import { beforeEach, describe, expect, it } from 'vitest';
import { asId } from '../../../../src/shared/ids.ts';
import { createDrafts } from '../../../../src/state/drafts.ts';

const one = asId<'session'>('session_1');
const other = asId<'session'>('session_2');
const file = (name: string) => ({ blob: new Blob([name]), name });

describe('drafts', () => {
  let drafts: ReturnType<typeof createDrafts>;
  beforeEach(() => {
    drafts = createDrafts();
    drafts.open(one);
  });

  it('keeps the files of each chat while another is shown', () => {
    const picture = file('a.png');
    drafts.attach(one, [picture]);
    drafts.open(other);
    expect(drafts.attachments.value).toEqual([]);
    drafts.open(one);
    expect(drafts.attachments.value).toEqual([picture]);
  });

  it('attaches to the chat that was shown when the file was chosen', () => {
    drafts.open(other);
    drafts.attach(one, [file('late.txt')]);
    expect(drafts.attachments.value).toEqual([]);
    drafts.open(one);
    expect(drafts.attachments.value.map(({ name }) => name)).toEqual(['late.txt']);
  });

  it('takes one file away and leaves the others', () => {
    const [first, second] = [file('1'), file('2')];
    drafts.attach(one, [first, second]);
    drafts.detach(first);
    expect(drafts.attachments.value).toEqual([second]);
  });

  it('is empty once it is taken', () => {
    const picture = file('a.png');
    drafts.attach(one, [picture]);
    expect(drafts.take()).toEqual({ text: '', attachments: [picture] });
    expect(drafts.attachments.value).toEqual([]);
    drafts.open(other);
    drafts.open(one);
    expect(drafts.attachments.value).toEqual([]);
  });

  it('keeps the files of what waited when another chat is shown', () => {
    const [waiting, written] = [file('waiting'), file('written')];
    drafts.enqueue({ text: '', attachments: [waiting] });
    drafts.attach(one, [written]);
    drafts.open(other);
    drafts.open(one);
    expect(drafts.queue.value).toEqual([]);
    expect(drafts.attachments.value).toEqual([waiting, written]);
  });

  it('forgets the files of a chat that is deleted', () => {
    drafts.attach(one, [file('a.png')]);
    drafts.open(other);
    drafts.forget(one);
    drafts.open(one);
    expect(drafts.attachments.value).toEqual([]);
  });
});
