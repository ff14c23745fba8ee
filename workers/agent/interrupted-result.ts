/** The result of a call whose tab died; it tells the model whether the call may have taken effect. */
import type { CallPart, ResultPart } from '#shared/conversation/message.ts';

export function interruptedResult(call: CallPart): ResultPart {
  const message =
    call.status === 'running'
      ? `${call.name} was interrupted when its tab closed; it may or may not have taken effect. Check before doing it again.`
      : `${call.name} had not started when its tab closed; nothing happened.`;
  return {
    type: 'result',
    call: call.id,
    result: { status: 'error', error_type: 'interrupted', message },
    duration_ms: 0,
  };
}
