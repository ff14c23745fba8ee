/** Servers known to allow web pages: how to get access, and the date and source of that. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpCatalogueEntry } from '#shared/mcp/mcp.ts';
import { dayText, hostOf } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { useAddServers } from './use-add-servers.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

export function Catalogue({ servers }: { servers: Servers }) {
  const { connection } = useApp();
  const entries = useSignal<readonly McpCatalogueEntry[]>([]);
  useEffect(() => {
    // The list is optional: without it the page works as well.
    connection.api.mcp.catalogue().then((found) => (entries.value = found.servers), console.error);
  }, []);
  if (entries.value.length === 0) return null;
  return (
    <Section title={t('mcp.catalogue')} hint={t('mcp.catalogue-hint')}>
      <ul class="cards" aria-label={t('mcp.catalogue')}>
        {entries.value.map((entry) => (
          <Entry key={entry.url} entry={entry} servers={servers} />
        ))}
      </ul>
    </Section>
  );
}

function Entry({ entry, servers }: { entry: McpCatalogueEntry; servers: Servers }) {
  const { name, title, about, url, transport, entry: way, evidence } = entry;
  const key = useSignal<string | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const { add, isAdding } = useAddServers(servers);
  const isHere = servers.list.value?.some((server) => server.url === url) === true;

  async function take(headers?: Record<string, string>): Promise<void> {
    const { problem } = await add([{ name, title, url, transport, ...(headers && { headers }) }]);
    feedback.value = problem ? { isGood: false, text: problem } : null;
  }

  return (
    <li class={classNames('card-row', styles.serverEntry)}>
      <div class="row-text">
        <strong>{title}</strong>
        <p class="tool-about" dir="auto">
          {about}
        </p>
        <small>{[hostOf(url), t(`mcp.entry-${toKey(way.type)}`)].join(' · ')}</small>
        <small>{t(`mcp.${evidence.type}`, { date: dayText(evidence.date) })}</small>
      </div>
      <Button
        aria-label={isHere ? undefined : t('mcp.take', { name: title })}
        disabled={isHere || isAdding || key.value !== null}
        onClick={() => (way.type === 'header' ? (key.value = '') : void take())}
      >
        {t(isHere ? 'mcp.taken' : 'mcp.add-now')}
      </Button>
      {way.type === 'header' && key.value !== null && !isHere && (
        <Form
          layout="bare"
          class="wide"
          onSubmit={() => take({ [way.header]: way.prefix + (key.value ?? '').trim() })}
        >
          <Field
            label={t('mcp.key')}
            hint={t('mcp.key-hint', { header: way.header })}
            type="password"
            value={key.value}
            onChange={(value) => (key.value = value)}
          >
            <button type="submit" class="button primary" disabled={isAdding || key.value.trim() === ''}>
              {t('mcp.add-now')}
            </button>
          </Field>
        </Form>
      )}
      <Feedback state={feedback.value} />
    </li>
  );
}
