/** Whether models write the titles of chats: on by default. */
import type { Database } from '#workers/storage/database.ts';

export type TitleSwitch = { isOn(): Promise<boolean>; set(isOn: boolean): Promise<void> };

export const titlesSetting = 'write-titles';

export function createTitleSwitch(database: Database): TitleSwitch {
  return {
    isOn: async () => (await database.get('settings', titlesSetting)) !== false,
    async set(isOn) {
      await database.put('settings', isOn, titlesSetting);
    },
  };
}
