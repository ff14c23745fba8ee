/** Says in a few lines what `npm run test:quick` runs and what it leaves out. */

/**
 * @param {{ since: string, files: readonly string[] }} change
 * @param {import('./choose-tests.mjs').Choice} choice
 * @param {{ unit: readonly string[], journeys: readonly string[] }} all every unit test and every spec
 * @returns {string[]} lines
 */
export function describeChoice({ since, files }, { unit, journeys, isWide }, all) {
  const chosen = new Set(unit);
  const leftUnit = all.unit.filter((file) => !chosen.has(file));
  const named = journeys ?? [];
  const leftSpecs = all.journeys.filter((name) => !named.includes(name));
  return [
    files.length === 0
      ? `Nothing changed since ${since.slice(0, 12)}: only the checks and the core journeys run.`
      : `${files.length} changed since ${since.slice(0, 12)}: ${shorten(files, 5)}`,
    `unit tests: ${unit.length} of ${all.unit.length} files; left out: ${countSuites(leftUnit)}`,
    journeys === undefined
      ? 'journeys: none, because the change is not in the app; nothing is built'
      : `journeys: the core ones${named.length > 0 ? ` and all of ${named.join(', ')}` : ''}`,
    ...(isWide
      ? ['The change reaches most specs. The core journeys represent them; `npm test` runs all.']
      : []),
    ...(leftSpecs.length > 0 ? [`left out of ${all.journeys.length} specs: ${leftSpecs.join(', ')}`] : []),
  ];
}

/** The number of files by folder, such as `unit/workers/domains 40`. @param {readonly string[]} files */
function countSuites(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const suite = file.split('/').slice(1, -1).slice(0, 2).join('/');
    counts.set(suite, (counts.get(suite) ?? 0) + 1);
  }
  return [...counts].map(([suite, count]) => `${suite} ${count}`).join(', ') || 'none';
}

/** @param {readonly string[]} names @param {number} most */
function shorten(names, most) {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
