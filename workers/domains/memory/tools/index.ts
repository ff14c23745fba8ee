/** The memory tools, in the order in which models see them. */
import { memoryForget } from './memory-forget.ts';
import { memoryLearn } from './memory-learn.ts';
import { memoryReinforce } from './memory-reinforce.ts';
import { memorySearch } from './memory-search.ts';
import { memoryStore } from './memory-store.ts';

export const memoryTools = [memoryStore, memoryLearn, memorySearch, memoryReinforce, memoryForget];
