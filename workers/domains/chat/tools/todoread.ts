/** Reads the to-do list of this conversation. */
import { readTodos, todoStatuses } from '#shared/conversation/todo.ts';
import { countTodos } from './count-todos.ts';
import { defineInEngineTool } from '#workers/contracts/engine-tool.ts';

export const todoread = defineInEngineTool({
  name: 'todoread',
  title: 'Read the to-do list',
  description: 'Read the to-do list of this conversation as JSON, whole or only what has one status.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      status: { type: 'string', description: 'Only those with this status.', enum: todoStatuses },
    },
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { reads: ['todos'] },
  repeatable: true,
  answer({ status }, { conversation }) {
    const written = conversation.calls('todowrite').at(-1) ?? {};
    const found = readTodos(written).filter((todo) => status === undefined || todo.status === status);
    return found.length > 0 ? JSON.stringify(found, null, 2) : countTodos([]);
  },
});
