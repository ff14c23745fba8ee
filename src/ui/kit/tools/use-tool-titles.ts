/** The display names of tools; a tool that is not known here, or not yet, goes by its name. */
import { useEffect } from 'preact/hooks';
import { useApp } from '#src/ui/app-context.ts';

export function useToolTitles(): (name: string) => string {
  const { tools } = useApp();
  useEffect(() => tools.load(), []);
  const titles = tools.titles.value;
  return (name) => titles.get(name) ?? name;
}
