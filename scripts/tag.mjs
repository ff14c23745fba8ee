/** `npm run tag -- patch|minor|major`: tags a release on main. Push it with `git push --follow-tags`. */
import { root } from './install.mjs';
import { tagRelease } from './release/tag.mjs';

const [kind] = process.argv.slice(2);
if (kind !== 'patch' && kind !== 'minor' && kind !== 'major') {
  console.error('Usage: npm run tag -- patch|minor|major');
  process.exit(2);
}
try {
  console.log(`Tagged ${tagRelease(root, kind, new Date().toISOString().slice(0, 10))}. Nothing was pushed.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
