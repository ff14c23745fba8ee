/** docs/console.md is the reference that its generator writes; `npm run console-docs` updates it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeConsoleDocs } from '#scripts/console-docs.ts';

const page = fileURLToPath(new URL('../../../docs/console.md', import.meta.url));

it('docs/console.md matches the types of the console', async () => {
  await expect(await writeConsoleDocs(readFileSync(page, 'utf8'))).toMatchFileSnapshot(page);
});
