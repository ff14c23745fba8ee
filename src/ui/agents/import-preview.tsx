/**
 * Shows an agent that was read from a file: its permissions, the other data of the file, and the parts left
 * out. Adds it, and opens it for review.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { anyTool, type AgentDraft } from '#shared/agents/agent.ts';
import {
  leftReasons,
  type AgentData,
  type AgentFormat,
  type AgentImport,
  type Listed,
} from '#shared/agents/agent-import.ts';
import { visibleName } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatCount } from '#src/ui/kit/format.ts';
import { addAgent, type ImportAttempt, type ReadImport } from './add-agent.ts';
import styles from './agents.module.css';

/** Names of products, the same in every language; a card is of no product. */
const products: Readonly<Record<Exclude<AgentFormat, 'character-card'>, string>> = {
  oneclaw: 'OneClaw',
  evoclaw: 'EvoClaw',
  kai: 'Kai',
  'claude-code': 'Claude Code',
  opencode: 'OpenCode',
};

type ImportPreviewProps = { read: ReadImport; onClose: () => void };

export function ImportPreview({ read, onClose }: ImportPreviewProps) {
  const app = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const attempt = useRef<ImportAttempt>({});
  const isBusy = useSignal(false);
  // The button that opened the preview had the focus and is gone.
  useLayoutEffect(() => heading.current?.focus(), []);
  const { draft, format, data } = read;
  const origin = format === 'character-card' ? t('agents.import-card') : products[format];

  async function add(): Promise<void> {
    isBusy.value = true;
    await addAgent(read, app, attempt.current).finally(() => (isBusy.value = false));
  }

  return (
    <section class={styles.importForm} aria-label={t('agents.import-preview')}>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {draft.name || t('agents.imported-name')}
      </h2>
      <p class="hint">{t('agents.import-from', { format: origin })}</p>
      <Facts draft={draft} />
      {data && <Data data={data} />}
      <LeftOut read={read} />
      <div class="form-actions">
        <Button onClick={onClose}>{t('edit.cancel')}</Button>
        <Button kind="primary" disabled={isBusy.value} onClick={() => void add()}>
          {t('agents.import-now')}
        </Button>
      </div>
    </section>
  );
}

function Facts({ draft }: { draft: AgentDraft }) {
  const { tools, deny = [], hosts, systemPrompt, isGuarded, maxSteps = limits.stepsPerRun } = draft;
  return (
    <dl class={styles.importFacts}>
      <Fact label={t('agents.instructions')}>
        {systemPrompt ? (
          <p class={styles.importText} dir="auto" tabIndex={0}>
            {systemPrompt}
          </p>
        ) : (
          '–'
        )}
      </Fact>
      <Fact label={t('agents.import-tools')}>
        {tools.length > 0 ? <Names names={tools} /> : t('agents.no-tools')}
      </Fact>
      <Fact label={t('agents.approval')}>
        <Approval draft={draft} />
      </Fact>
      {deny.length > 0 && (
        <Fact label={t('agents.deny')}>{deny.map((each) => t(`deny.${each}`)).join(' · ')}</Fact>
      )}
      {hosts?.allow && <Fact label={t('agents.allowed-hosts')}>{hosts.allow.join(', ')}</Fact>}
      {hosts?.block && <Fact label={t('agents.blocked-hosts')}>{hosts.block.join(', ')}</Fact>}
      {isGuarded && <Fact label={t('agents.guarded')}>✓</Fact>}
      <Fact label={t('agents.steps')}>
        {maxSteps === 'unlimited' ? t('agents.unlimited') : String(maxSteps)}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The mode of all tools, then each other mode with its tools. */
function Approval({ draft: { approval } }: { draft: AgentDraft }) {
  const tools = Object.entries(approval?.tools ?? {});
  const usual = approval?.default ?? 'auto';
  const others = approvalModes.filter((mode) => mode !== usual);
  return (
    <>
      <p>{usual === 'auto' ? t('agents.import-unasked') : t(`approval.${usual}`)}</p>
      {others.map((mode) => {
        const names = tools.filter(([, own]) => own === mode).map(([name]) => name);
        return (
          names.length > 0 && (
            <p key={mode}>
              {t(`approval.${mode}`)}: <Names names={names} />
            </p>
          )
        );
      })}
    </>
  );
}

/** Counts and names of the data that is saved with the agent. */
function Data({ data: { memories, servers, tasks } }: { data: AgentData }) {
  const { added, changed, skipped } = memories;
  return (
    <dl class={styles.importFacts}>
      <Notes label={t('agents.import-memories')} notes={added} />
      <Notes label={t('agents.import-replaced')} notes={changed} />
      <Notes label={t('agents.import-tasks')} notes={tasks} />
      {skipped > 0 && <Fact label={t('agents.import-same')}>{formatCount(skipped)}</Fact>}
      {servers.length > 0 && (
        <Fact label={t('agents.import-servers')}>
          {servers.map(({ name, url, headers }) => (
            <p key={name}>
              <Names names={[name]} /> {url}{' '}
              {headers.length > 0 && t('agents.import-headers', { names: headers.join(', ') })}
            </p>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Notes({ label, notes: { names, more } }: { label: string; notes: Listed }) {
  if (names.length === 0) return null;
  return (
    <Fact label={`${label}: ${formatCount(names.length + more)}`}>
      <Names names={names} />
      {more > 0 && ` +${formatCount(more)}`}
    </Fact>
  );
}

function LeftOut({ read: { left, more } }: { read: AgentImport }) {
  if (left.length === 0) return <p class="hint">{t('agents.import-whole')}</p>;
  const groups = leftReasons.map((reason) => ({
    reason,
    paths: left.filter((part) => part.reason === reason).map(({ path }) => path),
  }));
  return (
    <div class={styles.importLeft}>
      <h3>{t('agents.import-left')}</h3>
      <ul>
        {groups.map(
          ({ reason, paths }) =>
            paths.length > 0 && (
              <li key={reason}>
                {t(`agents.left-${reason}`)} <Names names={paths} />
              </li>
            ),
        )}
        {more > 0 && <li>+{formatCount(more)}</li>}
      </ul>
    </div>
  );
}

/** Longer than the name of any tool. */
const maxNameCharacters = 80;

/** Names from the file, as code; `*` is shown as a text of the interface. */
function Names({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          {name === anyTool ? (
            t('agents.all-tools')
          ) : (
            <code dir="auto">{shorten(visibleName(name), maxNameCharacters)}</code>
          )}
        </span>
      ))}
    </>
  );
}
