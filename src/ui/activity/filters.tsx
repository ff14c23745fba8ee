/** The search field and filter chips: errors, and the most used tools. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Activity } from '#src/state/runs/activity.ts';
import { t } from '#src/state/text/text.ts';
import { SearchField } from '#src/ui/kit/list/search-field.tsx';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import styles from './activity.module.css';

/** Debounce: without it every keystroke would start a search. */
const typingMs = 180;
/** Chips shown; other tools are found by search. */
const maxChips = 12;

export function Filters({ activity }: { activity: Activity }) {
  const titleOf = useToolTitles();
  const { onlyErrors, tool } = activity.filter.value;
  const tools = (activity.metrics.value?.tools ?? []).slice(0, maxChips);
  return (
    <div class={styles.activityFilters}>
      <Search activity={activity} />
      <div class={styles.activityChips} role="group" aria-label={t('activity.filter')}>
        <Chip isOn={!onlyErrors && tool === null} onPress={activity.showAll}>
          {t('list.all')}
        </Chip>
        <Chip isOn={onlyErrors} onPress={() => activity.change({ onlyErrors: !onlyErrors })}>
          {t('activity.errors')}
        </Chip>
        {tools.map(({ tool: name }) => (
          <Chip
            key={name}
            isOn={tool === name}
            onPress={() => activity.change({ tool: tool === name ? null : name })}
          >
            {titleOf(name)}
          </Chip>
        ))}
      </div>
    </div>
  );
}

function Search({ activity }: { activity: Activity }) {
  const wanted = activity.filter.value.text;
  const [text, setText] = useState(wanted);
  useEffect(() => setText(wanted), [wanted]);
  useEffect(() => {
    if (text === activity.filter.value.text) return;
    const timer = setTimeout(() => activity.change({ text }), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchField label={t('activity.search')} value={text} onChange={setText} />;
}

type ChipProps = { isOn: boolean; onPress: () => void; children: ComponentChildren };

function Chip({ isOn, onPress, children }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  );
}
