/** The chat tools, in the order in which models see them. */
import { question } from './question.ts';
import { todoread } from './todoread.ts';
import { todowrite } from './todowrite.ts';

export const chatTools = [todowrite, todoread, question];
