/** What is known of the first of these paths that exists; kept current while the component is shown. */
import { useEffect } from 'preact/hooks';
import { knownFiles, type Known } from '#src/state/files/known-files.ts';
import { useApp } from '#src/ui/app-context.ts';

export function useKnownFile(paths: readonly string[]): Known {
  const { connection } = useApp();
  const files = knownFiles(connection);
  useEffect(() => files.follow(paths), [paths.join('\n')]);
  return files.of(paths).value;
}
