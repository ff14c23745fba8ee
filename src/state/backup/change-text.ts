/** A change that an import makes, as an i18n text. */
import { visibleName } from '#shared/invisible.ts';
import type { PlannedChange } from '#shared/rpc/backup.ts';
import { language, t } from '../text/text.ts';

const maxNames = 20;
const maxCharacters = 200;

export function changeText({ name, values = {}, list = [] }: PlannedChange): string {
  const filled = Object.entries(values).map(([key, value]) => [key, shown(key, value)] as const);
  return t(`backup.change-${name}`, { ...Object.fromEntries(filled), list: someOf(list) });
}

/** `count` stays a number, because it chooses the plural form. */
function shown(key: string, value: string | number | boolean | null): string | number {
  if (value === null) return t('backup.unset');
  if (typeof value === 'number') return key === 'count' ? value : value.toLocaleString(language.value);
  return visibleName(String(value)).slice(0, maxCharacters);
}

/** Shortened: there may be thousands. */
function someOf(names: readonly string[]): string {
  const some = names.slice(0, maxNames).map((name) => visibleName(name).slice(0, maxCharacters));
  return names.length > maxNames ? `${some.join(', ')}, … (${names.length})` : some.join(', ');
}
