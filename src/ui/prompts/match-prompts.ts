/** Saved prompts whose name contains the query; those that begin with it come first. */
import { promptKey, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';

export function matchPrompts(prompts: readonly SavedPrompt[], query: string): SavedPrompt[] {
  const key = promptKey(query);
  const found = prompts.filter(({ name }) => promptKey(name).includes(key));
  const isHead = ({ name }: SavedPrompt) => promptKey(name).startsWith(key);
  return [...found.filter(isHead), ...found.filter((prompt) => !isHead(prompt))];
}
