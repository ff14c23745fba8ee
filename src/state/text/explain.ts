/** The sentence for a model error; loads the texts first. */
import type { ModelError } from '#shared/models/provider.ts';
import { loadTexts } from './text.ts';

export async function explain(error: ModelError): Promise<string> {
  const [{ sentenceFor }] = await Promise.all([import('./sentences.ts'), loadTexts('errors')]);
  return sentenceFor(error);
}
