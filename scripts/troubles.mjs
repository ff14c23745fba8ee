/** Lists at the end of the log the journeys that failed or passed only on retry, with their errors. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Number of lines: enough for the message and the source code that it shows. */
const maxLines = 25;

/**
 * @typedef {{ title: string, file: string, tests: { projectName: string, status: string, results: { errors: { message?: string }[] }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {string} report path of Playwright's JSON report
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
        console.log(stripVTControlCharacters(message).split('\n').slice(0, maxLines).join('\n'));
    }
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
