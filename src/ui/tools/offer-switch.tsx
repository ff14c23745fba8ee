/** Offers a tool to the browser's agents (WebMCP), if the browser supports it. */
import { t } from '#src/state/text/text.ts';
import { Switch } from '#src/ui/kit/switch.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { useOffered } from '#src/ui/kit/tools/use-offered.ts';

export function OfferSwitch({ name }: { name: string }) {
  const { names, offer } = useOffered();
  const label = t('offered.switch', { name });
  return (
    <Section title={t('offered.title')} hint={t('offered.hint')}>
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
