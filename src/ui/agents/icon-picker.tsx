/** Chooses the icon of an agent: a symbol and a colour, or none. */
import { useId } from 'preact/hooks';
import { agentColours, agentSymbols, readIcon, writeIcon } from '#shared/agents/agent-icon.ts';
import { t } from '#src/state/text/text.ts';
import { AgentIcon } from '#src/ui/kit/agent-icon.tsx';
import styles from './agent-form.module.css';

type IconPickerProps = { icon: string; onChange: (icon: string) => void };

export function IconPicker({ icon, onChange }: IconPickerProps) {
  const read = readIcon(icon);
  const drawn = read?.type === 'drawn' ? read : undefined;
  const colour = drawn?.colour ?? 'ember';
  const symbol = drawn?.symbol;
  const [drawings, colours] = [useId(), useId()];
  return (
    <fieldset class={styles.iconPicker}>
      <legend>{t('agents.icon')}</legend>
      <div class={styles.iconOptions} role="radiogroup" aria-label={t('agents.icon-drawing')}>
        <IconOption
          {...{ group: drawings, label: t('agents.icon-none'), isOn: icon === '', icon: '' }}
          onPick={onChange}
        />
        {read?.type === 'emoji' && (
          <IconOption {...{ group: drawings, label: icon, isOn: true, icon }} onPick={onChange} />
        )}
        {agentSymbols.map((each) => (
          <IconOption
            key={each}
            group={drawings}
            label={t(`symbol.${each}`)}
            isOn={symbol === each}
            icon={writeIcon(each, colour)}
            onPick={onChange}
          />
        ))}
      </div>
      {symbol && (
        <div class={styles.iconOptions} role="radiogroup" aria-label={t('agents.icon-colour')}>
          {agentColours.map((each) => (
            <IconOption
              key={each}
              group={colours}
              label={t(`colour.${each}`)}
              isOn={colour === each}
              icon={writeIcon(symbol, each)}
              onPick={onChange}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

type IconOptionProps = {
  /** The name shared by the radio buttons of the group. */
  group: string;
  label: string;
  isOn: boolean;
  icon: string;
  onPick: (icon: string) => void;
};

function IconOption({ group, label, isOn, icon, onPick }: IconOptionProps) {
  return (
    <label class={styles.iconOption} title={label}>
      <input type="radio" name={group} aria-label={label} checked={isOn} onChange={() => onPick(icon)} />
      <AgentIcon icon={icon} />
    </label>
  );
}
