/** Reloads this tab as soon as no run goes on in any; drafts are stored, so nothing typed is lost. */
import { isAnyRunActive } from '../state/update.ts';

const askEveryMs = 2_000;

export async function reloadWhenIdle(): Promise<void> {
  while (await isAnyRunActive()) await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  location.reload();
}
