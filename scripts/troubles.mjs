/** Lists at the end of a long log which journeys failed or passed only at the second try, and why. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Characters: the message and the line it points to. */
const mostLines = 25;

/**
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string, results: { errors: { message?: string }[] }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {string} report Playwright's, as JSON
 */
export function printTroubles(report) {
  if (!existsSync(report)) return;
  for (const { title, file, tests } of specsOf(JSON.parse(readFileSync(report, 'utf8'))))
    for (const { projectName, status, results } of tests) {
      if (status !== 'unexpected' && status !== 'flaky') continue;
      console.log(
        `\n── ${status === 'flaky' ? 'passed at the second try' : 'failed'}: [${projectName}] ${file} › ${title}`,
      );
      for (const { message = '' } of results[0]?.errors ?? [])
        console.log(stripVTControlCharacters(message).split('\n').slice(0, mostLines).join('\n'));
    }
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
