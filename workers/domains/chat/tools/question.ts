/** Asks the user a question in the chat and waits for the answer without a deadline. */
import { readQuestion, writeDismissal, writeReply } from '#shared/conversation/question.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineInEngineTool } from '#workers/contracts/engine-tool.ts';

export const question = defineInEngineTool({
  name: 'question',
  title: 'Ask the user',
  description:
    'Ask the user one question and wait for the answer (an option, other words, or a dismissal); use it where only they can decide.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'The whole question, in plain words.', minLength: 1 },
      options: {
        type: 'array',
        description:
          'The likely answers, best first; they can always write another. A plain string is a label.',
        maxItems: 20,
        items: {
          type: 'object',
          description: 'One answer.',
          properties: {
            label: { type: 'string', description: 'A few words, shown on a button.', minLength: 1 },
            description: { type: 'string', description: 'What choosing it means, where that is not plain.' },
          },
          required: ['label'],
        },
      },
      multiple: { type: 'boolean', description: 'True where several options may be chosen.', default: false },
    },
    required: ['question'],
  },
  returns: ['private'],
  contacts: { type: 'user' },
  timeoutSeconds: 60,
  waitsForUser: true,
  // If the tab dies, the question is asked again.
  repeatable: true,
  summaryParameter: 'question',
  async answer(values, { prompts, call, session, signal }) {
    const asked = readQuestion({ ...values });
    if (!asked) throw new ToolError('validation_error', "Parameter 'question' must be a text.");
    const answer = await prompts.ask({
      subject: { type: 'question', ...asked },
      tool: 'question',
      call,
      signal,
      ...(session ? { session } : {}),
    });
    if (typeof answer === 'object' && 'chosen' in answer) return writeReply(answer);
    if (answer !== 'cancelled') return writeDismissal();
    throw new ToolError('cancelled', 'The run was stopped before the user answered the question.');
  },
});
