/** Listens for what `oauth.html` brings back, in whichever tab the app is open; the first that knows of it takes it. */
import type { McpAnswer } from '../../src/shared/mcp-error.ts';
import type { ServerId } from '../../src/shared/ids.ts';
import { isJsonObject } from '../../src/shared/json.ts';
import { asAnswer } from '../mcp/failure.ts';
import type { Servers } from '../mcp/servers.ts';
import { finishSignIn } from './finish-sign-in.ts';

export type SignInChannel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

/** `alone` keeps two tabs from taking the same answer: the second finds that nobody waits for it any more. */
export function hearSignIns(
  channel: SignInChannel,
  servers: Servers,
  alone: <T>(work: () => Promise<T>) => Promise<T>,
  onFinished: (server: ServerId) => void,
): void {
  let isBusy = false;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isJsonObject(data) || data.type !== 'answer' || typeof data.address !== 'string' || isBusy) return;
    isBusy = true;
    void take(data.address).finally(() => (isBusy = false));
  };

  async function take(address: string): Promise<void> {
    const state = URL.canParse(address) ? new URL(address).searchParams.get('state') : null;
    const answer: McpAnswer<ServerId> = await alone(() => asAnswer(() => finishSignIn(address, servers)));
    // Another tab may know of it.
    if (!answer.ok && answer.error.type === 'unknown_sign_in') return;
    channel.postMessage({ type: 'taken', state, ok: answer.ok });
    if (answer.ok) onFinished(answer.value);
  }
}
