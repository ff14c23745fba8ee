/** The terminal completes exactly the commands of the shell. */
import { getCommandNames } from 'just-bash/browser';
import { expect, it } from 'vitest';
import { programs } from '#src/ui/terminal/command-names.ts';
import { ownCommandNames } from '#workers/runtimes/shell/commands/index.ts';

/** Commands that only explain that they are not available, or that are of no use to a person. */
const unnamed = ['apt', 'apt-get', 'html-to-markdown'];

it('names every program of the shell, and no other', () => {
  const all = new Set([...getCommandNames(), ...ownCommandNames()]);
  expect([...programs].toSorted()).toEqual([...all].filter((name) => !unnamed.includes(name)).toSorted());
});
