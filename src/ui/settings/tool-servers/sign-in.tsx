/** Signing in to a tool server (MCP): opens its page in a tab, and waits for the answer. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isObject } from '#shared/json.ts';
import { receiveValidated } from '#shared/rpc/validated-channel.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import settingsStyles from '../settings.module.css';
import styles from './tool-servers.module.css';
import { classNames } from '#src/ui/kit/class-names.ts';

type SignInProps = { server: McpServerInfo; servers: Servers; isWanting: boolean };
type Step =
  | { type: 'ready' }
  | { type: 'preparing' }
  /** The sign-in page is open, or the user has to open it. */
  | { type: 'away'; url: string; isOpen: boolean };

export function SignIn({ server, servers, isWanting }: SignInProps) {
  const { connection, toasts } = useApp();
  const step = useSignal<Step>({ type: 'ready' });
  const feedback = useSignal<FeedbackState>(null);
  const { mcp } = connection.api;
  useEffect(() => {
    // Signed in, maybe in another tab: stop waiting.
    if (server.signIn === 'signed_in') step.value = { type: 'ready' };
  }, [server.signIn]);

  async function begin(): Promise<void> {
    step.value = { type: 'preparing' };
    feedback.value = null;
    const answer = await toasts.attempt(mcp.signIn(server.id, new URL('oauth.html', location.href).href));
    if (!answer?.ok) {
      step.value = { type: 'ready' };
      feedback.value = answer ? { isGood: false, text: serverSentence(answer.error) } : null;
      return;
    }
    const { url } = answer.value;
    // Another host is opened only by a tap on its link. A popup after a slow answer may be blocked.
    const opened = new URL(url).host === new URL(server.url).host ? window.open(url, '_blank') : null;
    if (opened) opened.opener = null;
    step.value = { type: 'away', url, isOpen: opened !== null };
  }

  return (
    <div class="wide fields">
      <SignedIn server={server} servers={servers} />
      {isWanting && step.value.type !== 'away' && (
        <button
          type="button"
          class={classNames('button primary', styles.serverSignIn)}
          disabled={step.value.type === 'preparing'}
          onClick={() => void begin()}
        >
          {t('mcp.sign-in')}
        </button>
      )}
      {step.value.type === 'preparing' && (
        <p class="hint" role="status">
          {t('mcp.sign-in-preparing')}
        </p>
      )}
      {step.value.type === 'away' && (
        <Away away={step.value} own={server.url} {...{ step, feedback, servers }} />
      )}
      <Feedback state={feedback.value} />
    </div>
  );
}

/** If the user is signed in: a note, and the button to sign out. */
function SignedIn({ server, servers }: Pick<SignInProps, 'server' | 'servers'>) {
  const { connection, toasts } = useApp();
  const { mcp } = connection.api;

  async function signOut(): Promise<void> {
    const done = await servers.change(
      mcp.signOut(server.id).then((a) => (a.ok ? { ok: true, value: true } : a)),
    );
    if (done) toasts.show(t('mcp.signed-out'));
  }

  if (server.signIn !== 'signed_in' && server.signIn !== 'needed_again') return null;
  return (
    <div class={styles.serverSigned}>
      {server.signIn === 'signed_in' && (
        <span class={settingsStyles.tag}>
          <Icon name="check" />
          {t('mcp.signed-in')}
        </span>
      )}
      <Button onClick={() => void signOut()}>{t('mcp.sign-out')}</Button>
    </div>
  );
}

/**
 * Calls back when the sign-in that began at `url` ended: `oauth.html` and the engine report it on a
 * BroadcastChannel.
 */
function onSignInEnd(url: string, onEnd: (isGood: boolean) => void): () => void {
  const state = new URL(url).searchParams.get('state');
  const channel = new BroadcastChannel('oneclaw-sign-in');
  receiveValidated(channel, isObject, ({ type, ok, ...message }) => {
    if (type === 'taken' && message.state === state) onEnd(ok === true);
  });
  return () => channel.close();
}

type AwayProps = {
  away: Step & { type: 'away' };
  /** The server's address. */
  own: string;
  step: Signal<Step>;
  feedback: Signal<FeedbackState>;
  servers: Servers;
};

function Away({ away: { url, isOpen }, own, step, feedback, servers }: AwayProps) {
  const { host } = new URL(url);
  const isElsewhere = host !== new URL(own).host;

  function end(isGood: boolean): void {
    step.value = { type: 'ready' };
    feedback.value = isGood ? null : { isGood, text: t('mcp.sign-in-failed') };
    void servers.refresh();
  }
  useEffect(() => onSignInEnd(url, end), [url]);

  return (
    <>
      <p role="status">
        {isOpen
          ? t('mcp.sign-in-opened')
          : isElsewhere
            ? t('mcp.sign-in-elsewhere', { host })
            : t('mcp.sign-in-blocked')}
      </p>
      <a
        class={isOpen ? 'text-button' : classNames('button primary', styles.serverSignIn)}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => (step.value = { type: 'away', url, isOpen: true })}
      >
        {t('mcp.sign-in-open')}
      </a>
      <PastedAnswer onEnd={end} feedback={feedback} />
    </>
  );
}

type PastedAnswerProps = Pick<AwayProps, 'feedback'> & { onEnd: (isGood: boolean) => void };

/**
 * For a browser in which the redirect does not reach the app: the user pastes the address that it was sent
 * to.
 */
function PastedAnswer({ feedback, onEnd }: PastedAnswerProps) {
  const { connection, toasts } = useApp();
  const address = useSignal('');

  async function finish(): Promise<void> {
    const answer = await toasts.attempt(connection.api.mcp.finishSignIn(address.value.trim()));
    if (answer?.ok) onEnd(true);
    else if (answer) feedback.value = { isGood: false, text: serverSentence(answer.error) };
  }

  return (
    <details class={settingsStyles.advanced}>
      <summary>
        <Icon name="chevron-right" />
        {t('mcp.sign-in-stuck')}
      </summary>
      <Field
        label={t('mcp.sign-in-address')}
        hint={t('mcp.sign-in-address-hint')}
        inputMode="url"
        value={address.value}
        onChange={(value) => (address.value = value)}
      >
        <Button disabled={address.value.trim() === ''} onClick={() => void finish()}>
          {t('mcp.sign-in-finish')}
        </Button>
      </Field>
    </details>
  );
}
