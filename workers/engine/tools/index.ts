/** The registry of the built-in tools that are answered in the engine: one import and one line per tool. */
import type { InEngineToolCode } from './engine-tool.ts';
import { manageProcess } from './manage-process.ts';
import { question } from './question.ts';
import { todoread } from './todoread.ts';
import { todowrite } from './todowrite.ts';

export const engineTools: readonly InEngineToolCode[] = [todowrite, todoread, question, manageProcess];
