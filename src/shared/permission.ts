/** What a user can be asked to allow, and the answers. */

/** Private and loopback hosts are asked for, once each (`host` as in `URL.host`). */
export type PromptSubject = { type: 'host'; host: string };
export type PromptAnswer = 'allowed' | 'denied' | 'cancelled';

export type PermissionState = { hosts: string[] };
