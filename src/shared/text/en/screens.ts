/** All that the screens fetched when first shown say, in English. */
import { activity } from './activity.ts';
import { agents } from './agents.ts';
import { backup } from './backup.ts';
import { device } from './device.ts';
import { files } from './files.ts';
import { mcp } from './mcp.ts';
import { models } from './models.ts';
import { mounts } from './mounts.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { tools } from './tools.ts';

export const screens = {
  ...activity,
  ...agents,
  ...backup,
  ...device,
  ...files,
  ...mcp,
  ...models,
  ...mounts,
  ...sessions,
  ...settings,
  ...tools,
} as const;
