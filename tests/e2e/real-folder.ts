/** A folder of the device for tests: a real handle from private storage, behind a picker that nobody has to click. */
import type { Page } from '@playwright/test';

type Contents = Record<string, string | null>;

/** From the next load on. `localStorage.access` may say what the browser answers when it is asked for access. */
export async function fakePicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Recipes');
    const answer = () => Promise.resolve((localStorage.getItem('access') ?? 'granted') as PermissionState);
    Object.assign(window, { showDirectoryPicker: open });
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: answer,
      requestPermission: async () => {
        if (localStorage.getItem('access') === 'prompt') localStorage.setItem('access', 'granted');
        return answer();
      },
    });
  });
}

/** What another program does there; `null` deletes. */
export async function outside(page: Page, contents: Contents): Promise<void> {
  await page.evaluate(async (contents) => {
    const root = await (
      await navigator.storage.getDirectory()
    ).getDirectoryHandle('Recipes', { create: true });
    for (const [path, content] of Object.entries(contents)) {
      const names = path.split('/');
      const name = names.pop() ?? '';
      let folder = root;
      for (const each of names) folder = await folder.getDirectoryHandle(each, { create: true });
      if (content === null) await folder.removeEntry(name);
      else {
        const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writable.write(content);
        await writable.close();
      }
    }
  }, contents);
}

/** What is in the folder now; '' for a file that is not there. */
export function readOutside(page: Page, path: string): Promise<string> {
  return page.evaluate(async (path) => {
    const names = path.split('/');
    const name = names.pop() ?? '';
    try {
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Recipes');
      for (const each of names) folder = await folder.getDirectoryHandle(each);
      return await (await (await folder.getFileHandle(name)).getFile()).text();
    } catch {
      return '';
    }
  }, path);
}
