/** The settings of a tool server (MCP): title, address, headers, and advanced fields. */
import { useSignal } from '@preact/signals';
import { mcpTransports, type McpServerInfo } from '#shared/mcp/mcp.ts';
import { serverSentence } from '#src/state/text/server-sentences.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { losesHeaders, serverDraft, serverFields, type ServerFields } from './server-draft.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { LocalNetworkHint } from '../local-network-hint.tsx';
import settingsStyles from '../settings.module.css';
import styles from './tool-servers.module.css';

type ServerFormProps = { server: McpServerInfo; servers: Servers };
type FieldsProps = {
  server: McpServerInfo;
  fields: ServerFields;
  onChange: (part: Partial<ServerFields>) => void;
};

export function ServerForm({ server, servers }: ServerFormProps) {
  const { connection, toasts } = useApp();
  const typed = useSignal<ServerFields | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const fields = typed.value ?? serverFields(server);
  const onChange = (part: Partial<ServerFields>) => {
    typed.value = { ...fields, ...part };
    feedback.value = null;
  };

  async function save(): Promise<void> {
    const draft = serverDraft(fields, server);
    feedback.value = draft ? null : { isGood: false, text: t('mcp.headers-fault') };
    if (!draft) return;
    const answer = await toasts.attempt(connection.api.mcp.save(draft));
    if (answer && !answer.ok) feedback.value = { isGood: false, text: serverSentence(answer.error) };
    if (!answer?.ok) return;
    typed.value = null;
    toasts.show(t('mcp.saved', { name: answer.value.title }));
    await servers.refresh();
  }

  return (
    <Section title={t('nav.settings')}>
      <Form layout="section" feedback={feedback.value} isDisabled={typed.value === null} onSubmit={save}>
        <MainFields {...{ server, fields, onChange }} />
        <AdvancedFields {...{ server, fields, onChange }} />
      </Form>
    </Section>
  );
}

function MainFields({ server, fields, onChange }: FieldsProps) {
  return (
    <>
      <Field
        label={t('mcp.shown-title')}
        hint={t('mcp.shown-title-hint', { name: server.name })}
        value={fields.title}
        onChange={(title) => onChange({ title })}
      />
      <Field
        label={t('mcp.address')}
        inputMode="url"
        value={fields.url}
        onChange={(url) => onChange({ url })}
      />
      <LocalNetworkHint address={fields.url} />
      <TextField
        label={t('mcp.headers')}
        hint={headersHint(fields, server)}
        isCode
        value={fields.headers}
        onChange={(headers) => onChange({ headers, forgetsHeaders: false })}
      />
      {server.headers.length > 0 && fields.headers === '' && !fields.forgetsHeaders && (
        <button
          type="button"
          class={classNames('text-button', styles.serverForget)}
          onClick={() => onChange({ forgetsHeaders: true })}
        >
          {t('mcp.headers-forget')}
        </button>
      )}
    </>
  );
}

function headersHint(fields: ServerFields, server: McpServerInfo): string {
  if (fields.forgetsHeaders) return t('mcp.headers-forgotten');
  if (losesHeaders(fields, server)) return t('mcp.headers-moved');
  return server.headers.length > 0
    ? t('mcp.headers-stored', { names: server.headers.join(', ') })
    : t('mcp.headers-hint');
}

function AdvancedFields({ server, fields, onChange }: FieldsProps) {
  return (
    <details class={settingsStyles.advanced}>
      <summary>
        <Icon name="chevron-right" />
        {t('edit.advanced')}
      </summary>
      <div class={classNames('fields', settingsStyles.advancedBody)}>
        <SelectField
          label={t('mcp.transport')}
          options={mcpTransports.map((value) => ({ value, label: t(`mcp.transport-${value}`) }))}
          value={fields.transport}
          onChange={(transport) => onChange({ transport })}
        />
        <Field
          label={t('mcp.client-id')}
          hint={t('mcp.client-id-hint')}
          value={fields.clientId}
          onChange={(clientId) => onChange({ clientId })}
        />
        <Field
          label={t('mcp.client-secret')}
          type="password"
          {...(server.hasClientSecret && {
            hint: t('mcp.client-secret-stored'),
            placeholder: '••••••••••••',
          })}
          value={fields.clientSecret}
          onChange={(clientSecret) => onChange({ clientSecret })}
        />
      </div>
    </details>
  );
}
