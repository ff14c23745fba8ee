/** Listens for answers that `oauth.html` broadcasts to all tabs; the first tab that knows the sign-in takes it. */
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import type { ServerId } from '#shared/ids.ts';
import { isObject } from '#shared/json.ts';
import { receiveValidated, type ReceivingChannel } from '#shared/rpc/validated-channel.ts';
import { asAnswer } from '#workers/mcp/errors/failure.ts';
import type { Servers } from '#workers/mcp/server-list.ts';
import { finishSignIn } from './finish-sign-in.ts';

export type SignInChannel = ReceivingChannel & Pick<BroadcastChannel, 'postMessage'>;

/** `answer` comes from `oauth.html`; the engines reply with `taken` or `locked`. */
type SignInMessage = { type: 'answer'; address: string } | { type: 'taken' | 'locked'; state: string };

/** Two tabs may take the same answer one after the other; the second finds no pending sign-in. */
export function hearSignIns(
  channel: SignInChannel,
  servers: Servers,
  onFinished: (server: ServerId) => void,
): void {
  // Keyed by `state`, so that a slow server does not block other sign-ins.
  const busy = new Set<string>();
  const unknown = new Set<string>();
  receiveValidated(channel, isSignInMessage, (message) => {
    if (message.type !== 'answer') return;
    const { address } = message;
    const state = URL.canParse(address) ? new URL(address).searchParams.get('state') : null;
    if (!state || busy.has(state)) return;
    busy.add(state);
    void take(address, state).finally(() => busy.delete(state));
  });

  async function take(address: string, state: string): Promise<void> {
    const answer: McpAnswer<ServerId> = await asAnswer(() => finishSignIn(address, servers));
    // `oauth.html` sends the answer again once the user has unlocked the keys.
    if (!answer.ok && answer.error.type === 'locked') return channel.postMessage({ type: 'locked', state });
    // Another tab may just have taken it; if so, the page does not send it again.
    if (!answer.ok && answer.error.type === 'unknown_sign_in' && !unknown.has(state))
      return void unknown.add(state);
    channel.postMessage({
      ...{ type: 'taken', state, ok: answer.ok },
      ...(answer.ok ? {} : { reason: answer.error.type }),
    });
    if (answer.ok) onFinished(answer.value);
  }
}

function isSignInMessage(data: unknown): data is SignInMessage {
  if (!isObject(data)) return false;
  if (data.type === 'answer') return typeof data.address === 'string';
  return (data.type === 'taken' || data.type === 'locked') && typeof data.state === 'string';
}
