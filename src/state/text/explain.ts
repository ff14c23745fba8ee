/** A model error in words, for those that cannot know whether the words are loaded. */
import type { ModelError } from '#shared/models/provider.ts';
import { loadTexts } from './text.ts';

export async function explain(error: ModelError): Promise<string> {
  const [{ sentenceFor }] = await Promise.all([import('./sentences.ts'), loadTexts('errors')]);
  return sentenceFor(error);
}
