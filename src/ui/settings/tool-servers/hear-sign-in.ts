/** Hears how a sign-in ended: the engine tells it to `oauth.html` by a channel, which every page of ours can hear. */
import { isJsonObject } from '#shared/json.ts';

/** Of the sign-in that began at `url`; until the function it returns is called. */
export function hearSignIn(url: string, onEnd: (isGood: boolean) => void): () => void {
  const state = new URL(url).searchParams.get('state');
  const channel = new BroadcastChannel('oneclaw-sign-in');
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isJsonObject(data) && data.type === 'taken' && data.state === state) onEnd(data.ok === true);
  };
  return () => channel.close();
}
