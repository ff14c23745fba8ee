/** Asks the user for the tap behind which the page uses the device. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { DeviceAction, DeviceOutcome } from '#shared/tools/device-action.ts';
import type { Asker } from '#workers/contracts/asker.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

type Call = { tool: string; call: CallId; session?: SessionId | undefined };

/** @throws a `ToolError` where the user dismissed it, the device refused, or the call ended */
export async function askForDevice(
  action: DeviceAction,
  { tool, call, session }: Call,
  prompts: Asker,
  signal: AbortSignal,
): Promise<DeviceOutcome> {
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
