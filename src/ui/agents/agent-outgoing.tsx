/** Limits on what leaves the device: guarded mode, and the hosts an agent's tools may send requests to. */
import { t } from '#src/state/text/text.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import type { AgentFields } from './agent-draft.ts';

type OutgoingProps = { fields: AgentFields; onChange: (part: Partial<AgentFields>) => void };

export function AgentOutgoing({ fields, onChange }: OutgoingProps) {
  return (
    <Section title={t('agents.leaving')} hint={t('agents.guarded-hint')}>
      <ul class="cards">
        <SwitchRow
          label={t('agents.guarded')}
          isOn={fields.isGuarded}
          onChange={(isGuarded) => onChange({ isGuarded })}
        />
      </ul>
      <div class="wide fields">
        <TextField
          label={t('agents.allowed-hosts')}
          hint={t('agents.allowed-hosts-hint', { example: '*.wikipedia.org' })}
          value={fields.allowedHosts}
          onChange={(allowedHosts) => onChange({ allowedHosts })}
        />
        <TextField
          label={t('agents.blocked-hosts')}
          hint={t('agents.blocked-hosts-hint')}
          value={fields.blockedHosts}
          onChange={(blockedHosts) => onChange({ blockedHosts })}
        />
      </div>
    </Section>
  );
}
