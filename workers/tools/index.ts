/** The registry of built-in tools: one import and one line per tool. */
import { deviceInfo } from './device/device-info.ts';
import { getLocation } from './device/get-location.ts';
import { readClipboard } from './device/read-clipboard.ts';
import { sendNotification } from './device/send-notification.ts';
import { writeClipboard } from './device/write-clipboard.ts';
import { httpRequest } from './network/http-request.ts';
import { applyPatch } from './files/apply-patch.ts';
import { deleteFile } from './files/delete-file.ts';
import { edit } from './files/edit.ts';
import { fileInfo } from './files/file-info.ts';
import { find } from './files/find.ts';
import { glob } from './files/glob.ts';
import { grep } from './files/grep.ts';
import { listDirectory } from './files/list-directory.ts';
import { makeDirectory } from './files/make-directory.ts';
import { moveFile } from './files/move-file.ts';
import { readFile } from './files/read-file.ts';
import { writeFile } from './files/write-file.ts';
import { noop } from './system/noop.ts';
import { systemInfo } from './system/system-info.ts';
import { testTools } from './testing/index.ts';
import { getCurrentTime } from './time/get-current-time.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  getCurrentTime,
  readFile,
  writeFile,
  edit,
  applyPatch,
  listDirectory,
  glob,
  grep,
  find,
  fileInfo,
  makeDirectory,
  moveFile,
  deleteFile,
  httpRequest,
  getLocation,
  sendNotification,
  readClipboard,
  writeClipboard,
  deviceInfo,
  systemInfo,
  noop,
  // Tools that misbehave on purpose exist only in the build the end-to-end tests run on.
  ...(import.meta.env.MODE === 'test' ? testTools : []),
];
