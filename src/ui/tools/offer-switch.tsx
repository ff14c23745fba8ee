/** Offers a tool to the browser's agents (WebMCP), if the browser supports it. */
import { t } from '#src/state/text/text.ts';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { useOffered } from '#src/ui/kit/tools/use-offered.ts';

export function OfferSwitch({ name }: { name: string }) {
  const { names, offer } = useOffered();
  const label = t('offered.switch', { name });
  return (
    <Section title={t('offered.title')} hint={t('offered.hint')}>
      <ul class="cards">
        <SwitchRow
          label={label}
          isOn={names?.includes(name) === true}
          onChange={(isOn) => offer(name, isOn)}
        />
      </ul>
    </Section>
  );
}
