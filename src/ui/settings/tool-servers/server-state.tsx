/** The state of a tool server (MCP) in words, with its actions: switch, connect, sign in and out. */
import { useSignal } from '@preact/signals';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { hostOf, serverSentence, stateText } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatTime } from '#src/ui/kit/format-file.ts';
import { Switch } from '#src/ui/kit/switch.tsx';
import { Feedback } from '#src/ui/kit/form/feedback.tsx';
import { UnlockForm } from '#src/ui/vault/unlock-form.tsx';
import { useVault } from '#src/ui/vault/vault-state.ts';
import { ServerDot } from './server-dot.tsx';
import { SignIn } from './sign-in.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

type ServerStateProps = { server: McpServerInfo; servers: Servers };

export function ServerState({ server, servers }: ServerStateProps) {
  const { id, title, url, state, enabled, signIn } = server;
  const isWanting = state.type === 'needs_sign_in' || signIn.startsWith('needed');
  return (
    <section class="section" aria-label={stateText(server)}>
      <div class="cards">
        <div class={classNames('card-row', styles.serverRow)}>
          <ServerDot state={state} />
          <div class="row-text" role="status">
            <strong>{stateText(server)}</strong>
            <small>{hostOf(url)}</small>
            <small dir="auto">{aboutServer(server)}</small>
          </div>
          <Switch
            label={t('server.use', { name: title })}
            isOn={enabled}
            onChange={(isOn) => void servers.setEnabled(id, isOn)}
          />
        </div>
      </div>
      {state.type === 'failed' && <Failure state={state} servers={servers} />}
      {enabled && (
        <div class={styles.serverActions}>
          {signIn !== 'none' && <SignIn server={server} servers={servers} isWanting={isWanting} />}
          {(state.type === 'failed' || state.type === 'idle') && (
            <ConnectButton server={server} servers={servers} />
          )}
        </div>
      )}
    </section>
  );
}

function Failure({
  state,
  servers,
}: {
  state: McpServerInfo['state'] & { type: 'failed' };
  servers: Servers;
}) {
  const { error, retryAt } = state;
  const vault = useVault();
  const again = retryAt ? ` ${t('mcp.retry-at', { time: formatTime(retryAt) })}` : '';
  return (
    <>
      <Feedback state={{ isGood: false, text: serverSentence(error) + again }} />
      {error.type === 'locked' && vault.state.value === 'locked' && (
        <UnlockForm vault={vault} onDone={() => void servers.refresh()} />
      )}
    </>
  );
}

function ConnectButton({ server, servers }: ServerStateProps) {
  const { connection } = useApp();
  const isWorking = useSignal(false);

  async function connect(): Promise<void> {
    isWorking.value = true;
    await servers.change(connection.api.mcp.connect(server.id));
    isWorking.value = false;
  }

  return (
    <Button disabled={isWorking.value} onClick={() => void connect()}>
      {t(isWorking.value ? 'server.state-connecting' : 'mcp.connect')}
    </Button>
  );
}

/** The server's own name and version, and the protocol's revision. */
function aboutServer({ state }: McpServerInfo): string {
  if (state.type !== 'ready') return '';
  const { server, version, protocol } = state;
  return [[server, version].filter(Boolean).join(' '), t('mcp.protocol', { protocol })]
    .filter(Boolean)
    .join(' · ');
}
