/** Chooses the tests that a change may break: unit tests by imports, journeys by what their specs cover. */
import { posix } from 'node:path';
import { affectedBy } from './import-graph.mjs';

/**
 * `journeys`: the specs that run besides the core journeys; undefined if no journey is needed. `isWide`: the change
 * reaches more than half of the specs, so that the core journeys represent them.
 * @typedef {{ unit: string[], journeys: string[] | undefined, isWide: boolean }} Choice
 * @typedef {import('./import-graph.mjs').Graph} Graph
 */

/** What the build reads, so every journey depends on it. */
const app = /^(src|workers|public|scripts\/vite)\/|^(index\.html|vite\.config\.ts|package(-lock)?\.json)$/;
/** What every unit test runs with. */
const setup = /^tests\/(vitest\.config|patient-waits)\.ts$|^package(-lock)?\.json$|^tsconfig/;

/** @param {string} file */
export const isUnitTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * @param {readonly string[]} changed @param {Graph} graph
 * @param {Readonly<Record<string, readonly string[]>>} subjects what each spec covers, as prefixes of paths
 * @returns {Choice}
 */
export function chooseTests(changed, graph, subjects) {
  const sources = changed.flatMap((file) => (graph.has(file) ? [file] : [file, ...readersOf(file, graph)]));
  const journeys = chooseJourneys(sources, graph, subjects);
  const isWide = journeys.length > Object.keys(subjects).length / 2;
  const needsApp = changed.length === 0 || journeys.length > 0 || changed.some((file) => app.test(file));
  return {
    unit: changed.length === 0 ? [] : chooseUnitTests(changed, sources, graph),
    journeys: needsApp ? (isWide ? [] : journeys) : undefined,
    isWide,
  };
}

/** @param {readonly string[]} changed @param {readonly string[]} sources @param {Graph} graph */
function chooseUnitTests(changed, sources, graph) {
  const units = [...graph].filter(([file]) => isUnitTest(file));
  const affected = affectedBy(graph, sources, 'all');
  const runsAll = changed.some((file) => setup.test(file));
  return units
    .filter(([file, { text }]) => runsAll || affected.has(file) || walksSources(text))
    .map(([file]) => file)
    .sort();
}

/**
 * A spec runs if it changed itself, or if the change reaches what it covers by static imports. Code behind `import()`
 * is a part of its own: with it, every tool would reach the whole engine.
 * @param {readonly string[]} sources @param {Graph} graph @param {Readonly<Record<string, readonly string[]>>} subjects
 */
function chooseJourneys(sources, graph, subjects) {
  const reached = [...affectedBy(graph, sources, 'static')];
  const own = reached.filter((file) => file.endsWith('.spec.ts'));
  return Object.keys(subjects)
    .filter(
      (name) =>
        own.some((file) => posix.basename(file) === `${name}.spec.ts`) ||
        subjects[name]?.some((path) => reached.some((file) => file.startsWith(path))),
    )
    .sort();
}

/** A test that lists the folders of the source code reads files that it does not import. @param {string} text */
function walksSources(text) {
  return /readdirSync|import\.meta\.glob/.test(text) && /['"`](\.\.\/)*(src|workers|docs)[/'"`]/.test(text);
}

/**
 * Files of code that name a data file with its folder, or one of the folders above it: how a test reads its samples.
 * @param {string} file @param {Graph} graph @returns {string[]}
 */
function readersOf(file, graph) {
  const folders = posix.dirname(file).split('/').slice(1);
  const above = folders.slice(1).map((_, index) => folders.slice(0, index + 2).join('/'));
  const names = [file.split('/').slice(-2).join('/'), ...above];
  if (!file.includes('/')) return [];
  return [...graph].filter(([, { text }]) => names.some((name) => text.includes(name))).map(([each]) => each);
}
