/** How an agent may run a tool, in the order in which it is offered. */
import type { ApprovalMode } from '../../shared/permission.ts';

export const approvalModes: readonly ApprovalMode[] = ['auto', 'ask', 'deny'];
