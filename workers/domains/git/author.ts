/** The author of commits as it is stored. */
import type { GitAuthor } from '#shared/api/git.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import { visibleName } from '#shared/invisible.ts';

export const authorSetting = 'git-author';

const maxCharacters = 200;

/** The author as git writes it into a commit; undefined if invalid. Scripts and backups pass any value. */
export function readAuthor(value: Json | undefined): GitAuthor | undefined {
  if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.email !== 'string')
    return undefined;
  const [name, email] = [visibleName(value.name), value.email.trim()];
  const isName = name !== '' && name.length <= maxCharacters && !/[<>]/.test(name);
  const isEmail = /^[^\p{C}\s<>]+$/u.test(email) && email.length <= maxCharacters;
  return isName && isEmail ? { name, email } : undefined;
}
