/** Menu entries for attaching from tool servers (MCP). */
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';

type OfferWaysProps = {
  servers: readonly McpServerInfo[];
  onOffer: (kind: 'resource' | 'prompt') => void;
};

export function OfferWays({ servers, onOffer }: OfferWaysProps) {
  return (
    <>
      {servers.some(({ offers }) => offers.resources) && (
        <button type="button" class="row" onClick={() => onOffer('resource')}>
          <Icon name="tool" />
          {t('offer.pick-resource')}
        </button>
      )}
      {servers.some(({ offers }) => offers.prompts) && (
        <button type="button" class="row" onClick={() => onOffer('prompt')}>
          <Icon name="chat" />
          {t('offer.pick-prompt')}
        </button>
      )}
    </>
  );
}
