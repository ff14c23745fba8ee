/** Archives have the times that `ls -l` shows: a zip archive stores local time, a tar archive a point in time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { zipFolder } from '#workers/domains/files/zip-folder.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

const zone = process.env.TZ;
beforeAll(() => void (process.env.TZ = 'Europe/Berlin'));
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each(['zip -q a.zip F; unzip -l a.zip', 'tar cf a.tar F; tar tvf a.tar'])(
  '%s lists local time',
  async (command) => {
    const { raw } = await openShell({ F: 'text' });
    const { stdout } = await raw(
      `touch -d 2026-09-12T14:14:00Z F; ls -l --time-style=long-iso F; ${command}`,
    );
    expect(stdout.match(/2026-09-12 \d\d:\d\d/g)).toEqual(['2026-09-12 16:14', '2026-09-12 16:14']);
  },
);

it('zip stores local time, and unzip reads it', async () => {
  const { raw } = await openShell({ F: 'text' });
  // The time of MS-DOS is at byte 10 of an entry: hours, minutes and seconds by two in 5, 6 and 5 bits.
  const { stdout } = await raw(
    'touch -d 2026-09-12T14:14:00Z F; zip -qX a.zip F; od -An -tu2 -j10 -N2 a.zip; unzip -q a.zip -d o; date -r F +%s; date -r o/F +%s',
  );
  const seconds = Date.parse('2026-09-12T14:14:00Z') / 1000;
  expect(stdout.trim().split(/\s+/).map(Number)).toEqual([(16 << 11) | (14 << 5), seconds, seconds]);
});

it('a folder as a zip archive stores local time, too', async () => {
  const { files } = await createTestWorkspace({ 'f/a.txt': 'text' });
  const stored = new DataView(await (await zipFolder(files, 'f')).arrayBuffer()).getUint16(10, true);
  const modified = new Date((await files.read('f/a.txt')).lastModified);
  expect(stored >> 5).toBe((modified.getHours() << 6) | modified.getMinutes());
});
