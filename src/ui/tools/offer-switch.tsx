/** Offers a tool to agents of the browser, where the browser has a place for that. */
import { t } from '../../state/text.ts';
import { Switch } from '../parts/switch.tsx';
import { Section } from '../settings/section.tsx';
import { useOffered } from './use-offered.ts';

export function OfferSwitch({ name }: { name: string }) {
  const { names, offer } = useOffered();
  return (
    <Section title={t('tools.offer')} hint={t('tools.offer-hint')}>
      <div class="card-row">
        <span class="row-text">{t('tools.offer-switch', { name })}</span>
        <Switch
          label={t('tools.offer-switch', { name })}
          isOn={names?.includes(name) === true}
          onChange={(isOn) => offer(name, isOn)}
        />
      </div>
    </Section>
  );
}
