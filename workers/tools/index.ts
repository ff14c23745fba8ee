/** The registry of built-in tools: one import and one line per tool. */
import { httpRequest } from './network/http-request.ts';
import { listDirectory } from './files/list-directory.ts';
import { readFile } from './files/read-file.ts';
import { writeFile } from './files/write-file.ts';
import { testTools } from './testing/index.ts';
import { getCurrentTime } from './time/get-current-time.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  getCurrentTime,
  readFile,
  writeFile,
  listDirectory,
  httpRequest,
  // Tools that misbehave on purpose exist only in the build the end-to-end tests run on.
  ...(import.meta.env.MODE === 'test' ? testTools : []),
];
