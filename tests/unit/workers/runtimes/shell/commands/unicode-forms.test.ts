/** A name typed in one Unicode form finds the name in the other: keyboards type NFC, macOS exports NFD. */
import { expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const files = { 'Übung.txt': 'a\n', 'Ähre.txt': 'b\n', 'Köln/Straße ö.md': 'c\n' };

it.each([
  ['ls Ü*', 'Übung.txt\n'],
  ['ls [Ü]*', 'Übung.txt\n'],
  ['ls K*/*ö*', 'Köln/Straße ö.md\n'],
  ['find . -name "Ü*"', './Übung.txt\n'],
  ['find . -iname "ü*.TXT"', './Übung.txt\n'],
  ['find . -path "*Köln/*"', './Köln/Straße ö.md\n'],
  ['find . ! -name "Ü*" -name "*.txt"', './Ähre.txt\n'],
  ['find . -name "Ä*" -o -name "*ö.md" | sort', './Köln/Straße ö.md\n./Ähre.txt\n'],
])('in the workspace: %s', async (command, expected) => {
  const { raw } = await openShell(files);
  for (const form of ['NFC', 'NFD']) expect((await raw(command.normalize(form))).stdout).toBe(expected);
});

it.each(['NFC', 'NFD'])('outside of it, where a name keeps its form: %s', async (form) => {
  const { raw } = await openShell();
  await raw('touch /tmp/Özil'.normalize(form));
  for (const command of ['ls /tmp/Ö*', 'find /tmp -name "Ö*"'])
    for (const typed of ['NFC', 'NFD'])
      expect((await raw(command.normalize(typed))).stdout).toBe('/tmp/Özil\n'.normalize(form));
});
