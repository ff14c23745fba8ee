/**
 * Elicitation: shows a server's form or URL to the user with the call it belongs to; declines if no call is
 * running.
 */
import type { Elicitation, FormField } from '#shared/mcp/elicitation.ts';
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import { fillForm, proposals } from './fill-form.ts';
import type { ElicitRequest, ElicitResult } from '../connection/link.ts';
import { readForm } from './read-form.ts';
import type { Requester } from './running-calls.ts';

export async function elicit(
  { record, runningCalls, log }: Requester,
  params: ElicitRequest['params'],
  signal: AbortSignal,
  prompts: UserPrompter,
): Promise<ElicitResult> {
  const decline = (why: string): ElicitResult => {
    log.add('app', 'notice', `elicitation/create: declined (${why})`);
    return { action: 'decline' };
  };
  const call = runningCalls.current();
  if (!call) return decline('no call');
  const asked = readElicitation(record.title || record.name, params);
  if (!asked) return decline('not a form that can be shown');
  const { control, enough } = call;
  const isEnough = () => enough.signal.aborted;
  if (isEnough()) return decline('the user has declined a form of this call');
  if (call.asked >= mcpLimits.formsOfCall) return decline('too many forms of one call');
  const answer = call.forms.enter(() => {
    call.asked++;
    return runningCalls.whileAsked(() =>
      prompts.ask({
        subject: { type: 'elicitation', ...asked },
        tool: call.tool,
        // If several calls are running, the prompt is shown outside a chat, because the call that caused it
        // is unknown.
        ...(runningCalls.isAmbiguous() ? { call: control.caller.call } : control.caller),
        signal: AbortSignal.any([
          ...[signal, control.signal, enough.signal],
          AbortSignal.timeout(mcpLimits.formMs),
        ]),
      }),
    );
  });
  if (!answer) return decline('too many forms at once');
  const result = toResult(await answer, asked.mode === 'form' ? asked.fields : []);
  if (result.action === 'accept') return result;
  // Declining one form declines the others of this call too.
  if (isEnough()) return decline('the user has declined a form of this call');
  enough.abort();
  return result;
}

function readElicitation(name: string, params: ElicitRequest['params']): Elicitation | undefined {
  const server = visibleText(name);
  const message = visibleText(params.message).slice(0, mcpLimits.formCharacters).toWellFormed();
  if (params.mode === 'url') {
    const isShort = params.url.length <= mcpLimits.addressCharacters;
    const url = isShort && URL.canParse(params.url) ? new URL(params.url) : undefined;
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    return url && isWeb && url.href.length <= mcpLimits.addressCharacters
      ? { mode: 'url', server, message, url: url.href }
      : undefined;
  }
  const fields = readForm(params.requestedSchema);
  return fields && { mode: 'form', server, message, fields };
}

/** The answer `allowed` to a form accepts the server's default values, if they are valid and complete. */
function toResult(answer: PromptAnswer, fields: readonly FormField[]): ElicitResult {
  if (answer === 'cancelled') return { action: 'cancel' };
  const values =
    typeof answer === 'object' && 'values' in answer
      ? answer.values
      : answer === 'allowed'
        ? proposals(fields)
        : undefined;
  const content = values && fillForm(fields, values);
  if (!content) return { action: 'decline' };
  return fields.length > 0 ? { action: 'accept', content } : { action: 'accept' };
}
