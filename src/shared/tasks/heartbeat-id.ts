/**
 * The id of the heartbeat: of its row in the table of tasks, and of the task in the chats that it
 * creates.
 */
import { asId } from '../ids.ts';

/** The row stores the next time of the heartbeat and its last results; no list of tasks includes it. */
export const heartbeatId = asId<'task'>('task_heartbeat');
