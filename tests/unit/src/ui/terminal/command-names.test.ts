/** The commands that the terminal completes are those that the shell has. */
import { getCommandNames } from 'just-bash/browser';
import { expect, it } from 'vitest';
import { programs } from '#src/ui/terminal/command-names.ts';
import { ownCommandNames } from '#workers/runtimes/shell/commands/index.ts';

/** There to say that they are not there, or of no use to a person. */
const unnamed = ['apt', 'apt-get', 'html-to-markdown'];

it('names every program of the shell, and no other', () => {
  const all = new Set([...getCommandNames(), ...ownCommandNames()]);
  expect([...programs].toSorted()).toEqual([...all].filter((name) => !unnamed.includes(name)).toSorted());
});
