/**
 * Sets up a relay for a program or server that no page can start or reach: a command for the user's computer,
 * and the server to add.
 */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { McpProgram } from '#shared/mcp/mcp.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { freePort, newRelayKey, planRelay, shellOf } from './relay-command.ts';
import { useAddServers } from './use-add-servers.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

/** A proper name in every language. */
const shellName = 'PowerShell';

type Props = {
  program: McpProgram;
  /** Its index among the relays shown: each needs its own port. */
  at?: number;
  servers: Servers;
  /** The page has more to add. */
  stays?: boolean;
};

export function Relay({ program, at = 0, servers, stays = false }: Props) {
  const { viewport } = useApp();
  const { words, variables } = program;
  const name = useSignal(program.name);
  const feedback = useSignal<FeedbackState>(null);
  const key = useMemo(newRelayKey, []);
  // Fixed once the servers are loaded, so that the command does not change while the user copies it.
  const known = servers.list.value;
  const port = useMemo(() => freePort(known?.map(({ url }) => url) ?? [], at), [known === null]);
  const shell = shellOf(navigator.userAgent);
  const { command, draft } = planRelay(name.value, words, { key, port, shell });
  const { add, isAdding } = useAddServers(servers, stays);

  async function take(): Promise<void> {
    const { problem } = await add([draft]);
    feedback.value = problem ? { isGood: false, text: problem } : { isGood: true, text: t('mcp.taken') };
  }

  return (
    <Form
      layout="section"
      class={styles.serverDraft}
      label={t('mcp.relay', { name: program.name })}
      feedback={feedback.value}
      action={t(isAdding ? 'mcp.adding' : 'mcp.relay-add')}
      isDisabled={isAdding || feedback.value?.isGood}
      onSubmit={take}
    >
      {viewport.isTouch.value && <p class="hint">{t('mcp.relay-elsewhere')}</p>}
      <div class={styles.ownerHead}>
        <span class="row-text">
          <strong>{t('mcp.relay-start')}</strong>
          {shell === 'powershell' && <small>{shellName}</small>}
          {variables.length > 0 && (
            <small dir="auto">{t('mcp.relay-variables', { names: variables.join(', ') })}</small>
          )}
        </span>
        <CopyButton text={command} label={t('mcp.relay-copy')} />
      </div>
      <pre class={classNames('verbatim', styles.serverWords)} dir="ltr" tabIndex={0}>
        {command}
      </pre>
      <Field
        label={t('mcp.name')}
        hint={t('mcp.name-hint')}
        value={name.value}
        onChange={(value) => (name.value = value)}
      />
    </Form>
  );
}
