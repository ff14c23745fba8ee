/** The tools offered to the browser's agents (WebMCP), or a note that this browser does not support it. */
import { modelContext } from '#src/state/agents/model-context.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { useOffered } from '#src/ui/kit/tools/use-offered.ts';
import { Section } from '#src/ui/kit/form/section.tsx';

export function OfferedSection() {
  const { names, offer } = useOffered();
  const isAny = names !== null && names.length > 0;
  const hint = !modelContext() ? 'offered.unsupported' : isAny ? 'offered.hint' : 'offered.none';
  return (
    <Section title={t('offered.title')} hint={t(hint)}>
      {isAny && (
        <ul class="cards" aria-label={t('offered.title')}>
          {names.map((name) => (
            <li key={name} class="card-row">
              <a class="row-text" href={formatRoute({ view: 'tools', tool: name })}>
                <code>{name}</code>
              </a>
              <IconButton
                class="quiet"
                icon="close"
                label={t('offered.stop', { name })}
                onClick={() => offer(name, false)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
