/** The row of the heartbeat in the table of tasks, and the task of the chats it makes. */
import { asId } from '../ids.ts';

/** Its row keeps when the heartbeat is due and what came of the last ones; it is in no list of tasks. */
export const heartbeatId = asId<'task'>('task_heartbeat');
