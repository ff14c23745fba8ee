/** The author of commits in a backup. */
import type { GitAuthor } from '#shared/api/git.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { settingPart } from '../backup/setting-part.ts';
import { record, matching } from '../backup/shape.ts';
import { authorSetting, readAuthor } from './author.ts';

const shape = record<GitAuthor>({
  name: matching((name) => readAuthor({ name, email: 'a' })?.name === name),
  email: matching((email) => readAuthor({ name: 'a', email })?.email === email),
});

export function authorInBackup({ database }: { database: Database }): readonly BackupPart[] {
  return [
    settingPart<GitAuthor>({
      ...{ field: 'gitAuthor', key: authorSetting, shape, database },
      changes: ({ name, email }, here) => [
        {
          name: 'git-author',
          values: { from: here ? `${here.name} <${here.email}>` : null, to: `${name} <${email}>` },
        },
      ],
    }),
  ];
}
