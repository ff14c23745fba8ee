/** The titles of tools; a tool that is unknown or not loaded yet has its name as title. */
import { useEffect } from 'preact/hooks';
import { useApp } from '#src/ui/app-context.ts';

export function useToolTitles(): (name: string) => string {
  const { tools } = useApp();
  useEffect(() => tools.load(), []);
  const titles = tools.titles.value;
  return (name) => titles.get(name) ?? name;
}
