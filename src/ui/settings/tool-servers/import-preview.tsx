/** Preview of a pasted configuration: servers to add, with editable names, and those that cannot be added. */
import { useSignal } from '@preact/signals';
import type { McpImport, McpServerDraft } from '#shared/mcp/mcp.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t, toKey } from '#src/state/text/text.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Relay } from './relay.tsx';
import { useAddServers } from './use-add-servers.ts';
import styles from './tool-servers.module.css';

export function ImportPreview({ found, servers }: { found: McpImport; servers: Servers }) {
  const drafts = useSignal<readonly McpServerDraft[]>(found.drafts);
  const feedback = useSignal<FeedbackState>(null);
  const { programs } = found;
  const { add, isAdding } = useAddServers(servers, programs.length > 0);
  // Half-typed text is not an error.
  const isNothing =
    found.drafts.length + programs.length === 0 &&
    found.refused.every(({ name, reason }) => name === '' && reason === 'bad_url');

  async function addAll(): Promise<void> {
    const outcome = await add(drafts.value);
    drafts.value = outcome.left;
    feedback.value = outcome.problem ? { isGood: false, text: outcome.problem } : null;
  }

  const rename = (at: number, name: string) =>
    (drafts.value = drafts.value.map((draft, place) => (place === at ? { ...draft, name } : draft)));

  if (isNothing) return <p class="hint">{t('mcp.nothing-found')}</p>;
  return (
    <>
      {drafts.value.length > 0 && (
        <Form
          layout="section"
          label={t('mcp.found')}
          feedback={feedback.value}
          action={t(isAdding ? 'mcp.adding' : 'mcp.add-now')}
          isMain
          isDisabled={isAdding}
          onSubmit={addAll}
        >
          <h2 class={styles.serverHeading}>{t('mcp.found')}</h2>
          {drafts.value.map((draft, at) => (
            <Draft key={at} draft={draft} onRename={(name) => rename(at, name)} />
          ))}
        </Form>
      )}
      {programs.length > 0 && (
        <Programs {...{ programs, servers }} stays={programs.length + drafts.value.length > 1} />
      )}
      {found.refused.length > 0 && <Refused refused={found.refused} />}
    </>
  );
}

type ProgramsProps = { programs: McpImport['programs']; servers: Servers; stays: boolean };

function Programs({ programs, servers, stays }: ProgramsProps) {
  return (
    <section class="section" aria-label={t('mcp.programs')}>
      <h2 class={styles.serverHeading}>{t('mcp.programs')}</h2>
      <p class="hint">{t('mcp.programs-hint')}</p>
      {programs.map((program, at) => (
        <Relay key={at} program={program} at={at} servers={servers} stays={stays} />
      ))}
    </section>
  );
}

function Draft({ draft, onRename }: { draft: McpServerDraft; onRename: (name: string) => void }) {
  const names = Object.keys(draft.headers ?? {});
  return (
    <div class={styles.serverDraft}>
      <code>{draft.url}</code>
      {names.length > 0 && <small>{t('mcp.with-headers', { names: names.join(', ') })}</small>}
      <Field label={t('mcp.name')} hint={t('mcp.name-hint')} value={draft.name} onChange={onRename} />
    </div>
  );
}

function Refused({ refused }: { refused: McpImport['refused'] }) {
  return (
    <section class="section" aria-label={t('mcp.refused')}>
      <h2 class={styles.serverHeading}>{t('mcp.refused')}</h2>
      <ul class="cards">
        {refused.map(({ name, reason, detail }, at) => (
          <li key={at} class="card-row">
            <div class="row-text">
              {name && <strong>{name}</strong>}
              <small dir="auto">{t(`mcp.import-${toKey(reason)}`, { detail }).trim()}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
