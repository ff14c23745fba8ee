/** What a chat is told of Python: which packages it has. */
import type { PromptRequest, Told } from '#workers/contracts/prompt-block.ts';
import { isLabel } from '#workers/text/is-label.ts';
import type { KeptWheels } from './kept-wheels.ts';

/** More names would only cost tokens. */
const maxNames = 20;

export async function tellPackages(
  { tools, agent }: Pick<PromptRequest, 'tools' | 'agent'>,
  { openPackages }: { openPackages(): Promise<{ wheels: Pick<KeptWheels, 'list'> }> },
): Promise<Told> {
  if (!tools.has('run_python')) return { intro: '', lines: [] };
  // A script can install a wheel from anywhere, and whoever offers it has named it.
  const wheels = agent.isGuarded ? [] : await (await openPackages()).wheels.list();
  const names = [...new Set(wheels.map(({ name }) => name))].filter(isLabel).toSorted().slice(0, maxNames);
  const here =
    names.length > 0 ? ` On this device, for 'packages' without a download: ${names.join(', ')}.` : '';
  const text = `Python has its standard library; Pillow, numpy and pandas are not in it.${here}`;
  return { intro: '', lines: [{ id: 'packages', text }] };
}
