/** Writes the to-do list of this conversation; the user sees it above the composer. */
import { readTodos, todoPriorities, todoStatuses } from '#shared/conversation/todo.ts';
import { defineInEngineTool } from '#workers/contracts/engine-tool.ts';
import { countTodos } from './count-todos.ts';

export const todowrite = defineInEngineTool({
  name: 'todowrite',
  title: 'Write the to-do list',
  description:
    'Replace the to-do list of this conversation, which the user sees; use it for work of three or more steps, and again whenever a step begins or ends.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        description: 'The whole list in order; what is left out is gone.',
        maxItems: 100,
        items: {
          type: 'object',
          description: 'One thing to do.',
          properties: {
            content: { type: 'string', description: 'What is to be done, in a few words.', minLength: 1 },
            status: {
              type: 'string',
              description: 'How far it is; keep one at a time in_progress.',
              enum: todoStatuses,
            },
            priority: { type: 'string', description: 'How much it matters.', enum: todoPriorities },
            id: { type: 'string', description: 'A name of your own for it.' },
          },
          required: ['content', 'status'],
        },
      },
    },
    required: ['todos'],
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['todos'] },
  // Writing the same list twice is idempotent.
  repeatable: true,
  // The call itself stores the list.
  answer: (values) => countTodos(readTodos(values)),
});
