/** Picks a server's resource or prompt, from the attach menu; loaded lazily, because most users never open it. */
import '#src/ui/styles/screens.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { PromptPicker } from './prompt-picker.tsx';
import { ResourcePicker } from './resource-picker.tsx';
import styles from './offers.module.css';

type ServerOfferProps = {
  kind: 'resource' | 'prompt';
  servers: readonly McpServerInfo[];
  onDone: () => void;
};

export function ServerOffer({ kind, servers, onDone }: ServerOfferProps) {
  return (
    <div class={styles.serverOffer}>
      {kind === 'resource' ? (
        <ResourcePicker servers={servers} onDone={onDone} />
      ) : (
        <PromptPicker servers={servers} onDone={onDone} />
      )}
    </div>
  );
}
