/**
 * Drafts: each chat has its own text and files; waiting messages become part of the draft when another chat
 * is shown.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { createDrafts } from '#src/state/chat/drafts.ts';
import { memoryDraftFiles } from '#tests/fixtures/memory/draft-files.ts';

const one = asId<'session'>('session_1');
const other = asId<'session'>('session_2');
const file = (name: string) => ({ blob: new Blob([name]), name });

/** Storage that survives a reload, shared by this page and the next one. */
function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

describe('drafts', () => {
  let drafts: ReturnType<typeof createDrafts>;
  let disk: ReturnType<typeof memoryDraftFiles>;
  const names = () => drafts.attachments.value.map(({ name }) => name);

  async function reload(): Promise<void> {
    drafts = createDrafts(disk);
    drafts.open(one);
    await vi.waitFor(() => expect(drafts.isLoading.value).toBe(false));
  }

  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryStorage());
    disk = memoryDraftFiles();
    drafts = createDrafts(disk);
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

  it('is empty after it was taken', () => {
    const picture = file('a.png');
    drafts.attach(one, [picture]);
    expect(drafts.take()).toEqual({ text: '', attachments: [picture] });
    expect(drafts.attachments.value).toEqual([]);
    drafts.open(other);
    drafts.open(one);
    expect(drafts.attachments.value).toEqual([]);
  });

  it('keeps what waits for the engine apart while another chat is shown, and in the draft after a reload', async () => {
    const [waiting, written] = [file('waiting'), file('written')];
    const queued = { text: '', attachments: [waiting], when: 'next' as const };
    drafts.enqueue(queued);
    drafts.attach(one, [written]);
    drafts.open(other);
    drafts.open(one);
    expect(drafts.queue.value).toEqual([queued]);
    expect(drafts.attachments.value).toEqual([written]);
    await reload();
    expect(names()).toEqual(['waiting', 'written']);
  });

  it('removes what the engine has stored from the draft of a chat that is no longer shown', () => {
    const queued = { text: 'And then?', attachments: [], when: 'next' as const };
    drafts.enqueue(queued);
    drafts.write('half a');
    drafts.open(other);
    drafts.unqueue(one, queued);
    drafts.open(one);
    expect(drafts.queue.value).toEqual([]);
    expect(drafts.text.value).toBe('half a');
  });

  it('forgets the files of a chat that is deleted', () => {
    drafts.attach(one, [file('a.png')]);
    drafts.open(other);
    drafts.forget(one);
    drafts.open(one);
    expect(drafts.attachments.value).toEqual([]);
  });

  it('restores text and files after a reload, once', async () => {
    drafts.write('look at this');
    drafts.attach(one, [file('a.png')]);
    drafts.attach(other, [file('b.png')]);
    await reload();
    expect(drafts.text.value).toBe('look at this');
    expect(names()).toEqual(['a.png']);
    drafts.open(other);
    await vi.waitFor(() => expect(names()).toEqual(['b.png']));
    drafts.open(one);
    expect(drafts.take().attachments).toHaveLength(1);
    await reload();
    expect(names()).toEqual([]);
    expect([...disk.stored.keys()]).toEqual([`draft.${other}`]);
  });

  it('restores those of the new, still empty chat', async () => {
    drafts.attach(null, [file('new')]);
    drafts = createDrafts(disk);
    await vi.waitFor(() => expect(names()).toEqual(['new']));
  });

  it('adds new attachments after the ones that are being loaded, and reports the loading', async () => {
    drafts.attach(one, [file('first')]);
    drafts = createDrafts(disk);
    drafts.open(one);
    expect(drafts.isLoading.value).toBe(true);
    drafts.attach(one, [file('second')]);
    await vi.waitFor(() => expect(names()).toEqual(['first', 'second']));
    await reload();
    expect(names()).toEqual(['first', 'second']);
  });

  it('keeps none of a deleted chat, whether this page has loaded them, is loading them, or not', async () => {
    drafts.attach(one, [file('a')]);
    drafts.attach(other, [file('b')]);
    drafts = createDrafts(disk);
    drafts.open(one);
    drafts.forget(one);
    drafts.forget(other);
    await vi.waitFor(() => expect(drafts.isLoading.value).toBe(false));
    expect(names()).toEqual([]);
    expect(disk.stored.size).toBe(0);
  });

  it('shows a very long text as a file, so that it does not delay a start', async () => {
    drafts.write('word '.repeat(20_000));
    await reload();
    expect(drafts.text.value).toBe('');
    expect(names()).toEqual(['draft.txt']);
    expect((await drafts.attachments.value[0]?.blob.text())?.length).toBe(100_000);
    drafts.write('and this');
    await reload();
    expect(drafts.text.value).toBe('and this');
    expect(names()).toEqual(['draft.txt']);
  });

  it('stores files when they change, and not at every key press', () => {
    const write = vi.spyOn(disk, 'write');
    drafts.attach(one, [file('a')]);
    for (const text of ['l', 'lo', 'loo', 'look']) drafts.write(text);
    expect(write).toHaveBeenCalledOnce();
  });
});
