/** The renderer: a worker of the page that colours code, lays out formulas, makes HTML readable and reads tables. */
import { messageOf } from '#shared/message-of.ts';
import type { RenderJob, RenderReply, RenderRequest } from '#shared/rendering/renderer-protocol.ts';

type Output = Extract<RenderReply, { state: 'finished' }>['output'];
type Outcome = () => Output | Promise<Output>;

const post = (reply: RenderReply) => globalThis.postMessage(reply);

globalThis.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => void answer(data));

async function answer({ id, job }: RenderRequest): Promise<void> {
  try {
    const work = await prepare(job);
    post({ id, state: 'started' });
    post({ id, state: 'finished', output: await work() });
  } catch (error) {
    post({ id, state: 'failed', message: messageOf(error) });
  }
}

/** Loads the code first: the deadline of a job must not count the network. */
async function prepare({ type, input }: RenderJob): Promise<Outcome> {
  switch (type) {
    case 'colour': {
      const { colourCode } = await import('./renderer/colour-code.ts');
      return () => colourCode(input.text, input.language);
    }
    case 'formula': {
      const { layOutFormula } = await import('./renderer/lay-out-formula.ts');
      return () => layOutFormula(input.text, input.isDisplay);
    }
    case 'readable': {
      const { readablePage } = await import('./text/pages/readable-page.ts');
      // A file has no address: relative links stay as they are.
      return () => readablePage(input.html, '');
    }
    case 'table-index': {
      const { indexTable } = await import('./renderer/index-table.ts');
      return () => indexTable(input.file);
    }
    case 'table-page': {
      const { tablePage } = await import('./renderer/index-table.ts');
      return async () => ({ rows: await tablePage(input.index, input.page) });
    }
  }
}
