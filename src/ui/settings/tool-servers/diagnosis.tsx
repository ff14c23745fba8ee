/** Connection diagnosis: the findings step by step, and a text for the server's owner. */
import { useSignal } from '@preact/signals';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { McpFinding, McpDiagnosis } from '#shared/mcp/mcp-diagnosis.ts';
import { hostOf, serverSentence } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Relay } from './relay.tsx';
import { bridgeTo } from './relay-command.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

type Props = { server: Pick<McpServerInfo, 'id' | 'name' | 'url' | 'transport'>; servers: Servers };

export function Diagnosis({ server, servers }: Props) {
  const { connection, toasts } = useApp();
  const report = useSignal<McpDiagnosis | null>(null);
  const isWorking = useSignal(false);
  const { id, name, url, transport } = server;

  async function diagnose(): Promise<void> {
    isWorking.value = true;
    const found = await toasts.attempt(connection.api.mcp.examine({ id, name, url, transport }));
    isWorking.value = false;
    report.value = found ?? report.value;
  }

  return (
    <Section title={t('mcp.connection')} hint={t('mcp.examine-hint')}>
      {report.value && <Findings report={report.value} name={name} servers={servers} />}
      <Button disabled={isWorking.value} onClick={() => void diagnose()}>
        {t(isWorking.value ? 'mcp.examining' : 'server.examine')}
      </Button>
    </Section>
  );
}

function Findings({ report, name, servers }: { report: McpDiagnosis; name: string; servers: Servers }) {
  const { url, ok, findings, relayHelps, tools = 0 } = report;
  const text = ok ? '' : ownerText(report);
  return (
    <>
      <ol class={classNames('cards', styles.findings)} aria-live="polite">
        {findings.map((finding) => (
          <Finding key={finding.step} finding={finding} host={hostOf(url)} />
        ))}
      </ol>
      {ok && <p role="status">{t('mcp.examined-ok', { count: tools })}</p>}
      {relayHelps && (
        <>
          <p>{t('mcp.relay-helps')}</p>
          <Relay program={{ name: `${name}-relay`, words: bridgeTo(url), variables: [] }} servers={servers} />
        </>
      )}
      {text && (
        <div class="wide fields">
          <div class={styles.ownerHead}>
            <span class="row-text">
              <strong>{t('mcp.owner')}</strong>
              <small>{t('mcp.owner-hint')}</small>
            </span>
            <CopyButton text={text} label={t('mcp.owner-copy')} />
          </div>
          <pre class={classNames('verbatim', styles.serverWords)} dir="auto" tabIndex={0}>
            {text}
          </pre>
        </div>
      )}
    </>
  );
}

function Finding({ finding, host }: { finding: McpFinding; host: string }) {
  const { step, verdict } = finding;
  const status = verdict === 'ok' ? 'success' : verdict === 'problem' ? 'error' : 'pending';
  return (
    <li class="card-row" data-verdict={verdict}>
      <span class="dot" data-status={status} role="img" aria-label={t(`mcp.verdict-${verdict}`)}>
        {verdict === 'ok' && <Icon name="check" />}
        {verdict === 'problem' && <Icon name="close" />}
      </span>
      <div class="row-text">
        {t(`mcp.step-${toKey(step)}`)}
        {verdict === 'ok' && finding.detail && <small dir="auto">{finding.detail}</small>}
        {verdict === 'problem' && (
          <small class="fault" dir="auto">
            {serverSentence({ ...finding, type: finding.problem, host })}
          </small>
        )}
      </div>
    </li>
  );
}

/** A text for a server's owner: what failed, and the CORS headers that this app needs. */
function ownerText({ url, findings, forOwner }: McpDiagnosis): string {
  const { origin, methods, allowHeaders, exposeHeaders } = forOwner;
  const host = hostOf(url);
  const problems = findings.flatMap((finding) =>
    finding.verdict === 'problem'
      ? [`- ${serverSentence({ ...finding, type: finding.problem, host })}${statusOf(finding.status)}`]
      : [],
  );
  return [
    t('mcp.owner-intro', { origin, url }),
    ...problems,
    '',
    t('mcp.owner-needs'),
    `Access-Control-Allow-Origin: ${origin}`,
    `Access-Control-Allow-Methods: ${methods.join(', ')}`,
    `Access-Control-Allow-Headers: ${allowHeaders.join(', ')}`,
    `Access-Control-Expose-Headers: ${exposeHeaders.join(', ')}`,
  ].join('\n');
}

function statusOf(status: number | undefined): string {
  return status === undefined ? '' : ` (HTTP ${status})`;
}
