/** Adding tool servers (MCP): what the user pastes is parsed while they type, previewed, and added by a tap. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpImport } from '#shared/mcp/mcp.ts';
import type { Servers } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { Catalogue } from './catalogue.tsx';
import { ImportPreview } from './import-preview.tsx';

export function AddServer({ servers }: { servers: Servers }) {
  const text = useSignal('');
  const found = useImport(text.value);
  return (
    <>
      <div class="wide fields">
        <TextField
          label={t('mcp.paste')}
          hint={t('mcp.paste-hint')}
          placeholder="https://example.com/mcp"
          isCode
          value={text.value}
          onChange={(value) => (text.value = value)}
        />
        {found && <ImportPreview key={JSON.stringify(found)} found={found} servers={servers} />}
        <p class="hint">{t('mcp.trust')}</p>
      </div>
      <Catalogue servers={servers} />
    </>
  );
}

function useImport(text: string): McpImport | null {
  const { connection, toasts } = useApp();
  const found = useSignal<McpImport | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (text.trim() === '') found.value = null;
    else
      void toasts.attempt(connection.api.mcp.read(text)).then((read) => {
        if (isWanted) found.value = read ?? null;
      });
    return () => (isWanted = false);
  }, [text]);
  return found.value;
}
