/**
 * The offers of a server besides tools: counts of resources and prompts, and its instructions as plain text.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tool-servers.module.css';

export function ServerOffers({ server }: { server: McpServerInfo }) {
  const lines = useCounts(server);
  return (
    <>
      {lines.length > 0 && (
        <Section title={t('mcp.offers')} hint={t('mcp.offers-hint')}>
          <ul class="facts">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      )}
      {server.instructions && (
        <Section title={t('mcp.instructions')} hint={t('mcp.instructions-hint')}>
          <pre class={classNames('verbatim', styles.serverWords)} dir="auto" tabIndex={0}>
            {server.instructions}
          </pre>
        </Section>
      )}
    </>
  );
}

function useCounts({ id, state, offers }: McpServerInfo): readonly string[] {
  const { connection } = useApp();
  const lines = useSignal<readonly string[]>([]);
  const isReady = state.type === 'ready';
  useEffect(() => {
    let isWanted = isReady;
    void countOffers().then((found) => isWanted && (lines.value = found), console.error);
    return () => (isWanted = false);
  }, [id, isReady, offers.resources, offers.prompts]);

  async function countOffers(): Promise<string[]> {
    if (!isReady) return [];
    const { mcp } = connection.api;
    const [resources, prompts] = await Promise.all([
      offers.resources ? mcp.resources(id) : undefined,
      offers.prompts ? mcp.prompts(id) : undefined,
    ]);
    return [
      ...(resources?.ok
        ? [
            t('mcp.resources-count', { count: resources.value.resources.length }),
            t('mcp.templates-count', { count: resources.value.templates.length }),
          ]
        : []),
      ...(prompts?.ok ? [t('mcp.prompts-count', { count: prompts.value.length })] : []),
    ];
  }
  return lines.value;
}
