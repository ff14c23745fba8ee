/** The title of a prompt outside its sheet. Its code and texts load at the first prompt. */
import type { Prompt } from '#shared/tools/permission.ts';
import { loadTexts } from './text.ts';

export async function loadPromptTitle(prompt: Prompt): Promise<string> {
  const [{ promptTitle }] = await Promise.all([import('./prompt-text.ts'), loadTexts('requests')]);
  return promptTitle(prompt);
}
