/** Offers a tool to agents of the browser, where the browser has a place for that. */
import { t } from '../../state/text.ts';
import { Switch } from '../parts/switch.tsx';
import { Section } from '../settings/section.tsx';
import { useOffered } from './use-offered.ts';

export function OfferSwitch({ name }: { name: string }) {
  const { names, offer } = useOffered();
  const label = t('tools.offer-switch', { name });
  return (
    <Section title={t('tools.offer')} hint={t('tools.offer-hint')}>
      <ul class="cards">
        <li class="card-row">
          <span class="row-text">{label}</span>
          <Switch
            label={label}
            isOn={names?.includes(name) === true}
            onChange={(isOn) => offer(name, isOn)}
          />
        </li>
      </ul>
    </Section>
  );
}
