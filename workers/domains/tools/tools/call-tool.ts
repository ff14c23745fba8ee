/** Runs a tool that was found. The loop unwraps such a call, so that only one that names no other tool gets here. */
import { callTool as name, findTools } from '#shared/tools/found-call.ts';
import { defineInEngineTool } from '#workers/contracts/engine-tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export const callTool = defineInEngineTool({
  name,
  title: 'Run a found tool',
  description: `Run a tool that ${findTools} returned, with arguments that fit its parameters.`,
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'As returned.' },
      arguments: { type: 'object', description: 'The arguments of the tool.' },
    },
    required: ['name', 'arguments'],
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  repeatable: true,
  isFinder: true,
  answer() {
    throw new ToolError(
      'validation_error',
      `${name} runs one other tool: give its name in 'name', such as 'git_status', and its arguments as one object in 'arguments'. Nothing was run.`,
    );
  },
});
