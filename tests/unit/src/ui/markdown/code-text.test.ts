/** Code is coloured piece by piece: one piece per frame, and none after it was stopped. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTask } from '#shared/next-task.ts';
import type { ColouredRun } from '#shared/rendering/renderer-protocol.ts';
import { createCodeText } from '#src/ui/markdown/code-text.ts';

/** The methods of an element and a text node that the code uses. */
class FakeText {
  constructor(public data: string) {}
  appendData(added: string) {
    this.data += added;
  }
  get textContent() {
    return this.data;
  }
}
class FakeElement {
  dataset: Record<string, string> = {};
  children: (FakeText | FakeElement)[] = [];
  get lastChild() {
    return this.children.at(-1);
  }
  get textContent(): string {
    return this.children.map(({ textContent }) => textContent).join('');
  }
  set textContent(text: string) {
    this.replaceChildren(text);
  }
  append(...nodes: (string | FakeText | FakeElement)[]) {
    this.children.push(...nodes.map((node) => (typeof node === 'string' ? new FakeText(node) : node)));
  }
  replaceChildren(...nodes: (string | FakeText | FakeElement)[]) {
    this.children = [];
    this.append(...nodes);
  }
}

let due: (() => void)[] = [];
beforeEach(() => {
  due = [];
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
  vi.stubGlobal('Text', FakeText);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => due.push(callback));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => (due[id - 1] = () => undefined));
});
afterEach(() => void vi.unstubAllGlobals());

/** Runs the callbacks of a frame, and ends the task after it. */
async function frame() {
  for (const callback of due.splice(0)) callback();
  await new Promise<void>((resolve) => nextTask(resolve));
}

/** Creates code with this number of lines, each of one keyword. */
function setUp(lines: number) {
  const host = new FakeElement();
  const code = createCodeText(host as never);
  code.show('const\n'.repeat(lines));
  const runs = Array.from({ length: lines }, (): ColouredRun[] => [
    ['const', 'keyword'],
    ['\n', ''],
  ]).flat();
  const coloured = () =>
    host.children.filter(
      (piece) => piece instanceof FakeElement && piece.children.some((each) => each instanceof FakeElement),
    ).length;
  return { host, code, runs, coloured };
}

it('colours one piece per frame, and changes no character', async () => {
  const { host, code, runs, coloured } = setUp(30);
  code.colour(runs);
  expect(coloured()).toBe(1);
  await new Promise<void>((resolve) => nextTask(resolve));
  expect(coloured()).toBe(1);
  await frame();
  expect(coloured()).toBe(2);
  await frame();
  expect(coloured()).toBe(3);
  expect(host.textContent).toBe('const\n'.repeat(30));
});

it('colours nothing more once it is stopped, nor once another text is shown', async () => {
  for (const end of [
    (code: ReturnType<typeof createCodeText>) => code.stop(),
    (code: ReturnType<typeof createCodeText>) => code.show('other'),
  ]) {
    const { code, runs, coloured } = setUp(30);
    code.colour(runs);
    end(code);
    const before = coloured();
    await frame();
    expect(coloured()).toBe(before);
  }
});

it('keeps what was added while a piece waited for its frame', async () => {
  const { host, code, runs } = setUp(13);
  code.colour(runs);
  code.show(`${'const\n'.repeat(13)}more`);
  await frame();
  expect(host.textContent).toBe(`${'const\n'.repeat(13)}more`);
});
