/** Moves what is unreleased in the changelog (https://keepachangelog.com) under a version. */

/**
 * @param {string} text the changelog @param {string} version @param {string} date such as 2026-11-26
 * @returns {string} with an empty section `[Unreleased]` and the section of the version
 * @throws if nothing is unreleased
 */
export function dateChangelog(text, version, date) {
  const heading = '## [Unreleased]\n';
  const start = text.indexOf(heading);
  if (start === -1) throw new Error('CHANGELOG.md has no section [Unreleased].');
  const rest = text.slice(start + heading.length);
  const [section = ''] = rest.split(/^## /m);
  if (section.trim() === '') throw new Error('CHANGELOG.md: nothing is under [Unreleased].');
  return `${text.slice(0, start)}${heading}\n## [${version}] - ${date}\n${rest}`;
}
