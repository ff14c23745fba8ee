/** Prompts the user for the tap (user activation) that the page needs before it may use the device. */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import type { CallId, SessionId } from '#shared/ids.ts';
import type { DeviceAction, DeviceOutcome } from '#shared/tools/device-action.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { checkActionForm } from './check-form.ts';

type Call = {
  tool: string;
  call: CallId;
  session?: SessionId | undefined;
  /** The agent's host lists. */
  hosts: HostRules | undefined;
};

/** Actions that need no answer: in a conversation the card of the call offers them, and the run goes on. */
const offers: ReadonlySet<DeviceAction['type']> = new Set(['share', 'open-file', 'hand-over', 'add-event']);

/** @throws a `ToolError` if the user dismissed the prompt, the device failed, or the call ended */
export async function askForDevice(
  action: DeviceAction,
  { tool, call, session, hosts }: Call,
  prompts: UserPrompter,
  signal: AbortSignal,
): Promise<DeviceOutcome> {
  checkActionForm(action);
  if (action.type === 'open-url' && hosts) {
    const url = new URL(action.url);
    if (/^https?:$/.test(url.protocol) && refuseHost(hosts, url))
      throw new ToolError(
        'permission_denied',
        `This agent may not use ${url.host}: its lists of hosts do not admit it. Nothing was opened. The user can change the lists in the agent's settings.`,
      );
  }
  if (session && offers.has(action.type)) return { did: 'offered' };
  const subject = { type: 'device', action } as const;
  const answer = await prompts.ask({ subject, tool, call, signal, ...(session ? { session } : {}) });
  if (answer === 'cancelled')
    throw new ToolError(
      'cancelled',
      `The call was stopped while the user was asked by ${tool}; nothing was done.`,
    );
  if (typeof answer !== 'object' || !('did' in answer))
    throw new ToolError(
      'permission_denied',
      `The user dismissed ${tool}; nothing was done. It may be asked again; say first what it is for.`,
    );
  if (answer.did === 'failed')
    throw new ToolError(
      'execution_error',
      `The device refused: ${answer.reason}. Nothing was done. Tell the user what was refused, and offer another way.`,
    );
  return answer;
}
