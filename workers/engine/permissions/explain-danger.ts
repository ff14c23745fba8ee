/** What a dangerous command would do, for models; the page has its own words for the user. */
import type { Danger } from '#shared/tools/permission.ts';

export function explainDanger(danger: Danger): string {
  switch (danger.type) {
    case 'everything':
      return `${danger.command} removes everything in the workspace`;
    case 'top-files':
      return `${danger.command} removes every file at the top of the workspace`;
    case 'moves-out':
      return `${danger.command} takes everything out of the workspace`;
    case 'endless':
      return `the function ${danger.command} starts itself twice, without end`;
    case 'unchecked':
      return `whether it empties the workspace cannot be checked: ${danger.reason}`;
  }
}
