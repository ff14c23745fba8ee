/** What the page and the service worker share to say that tasks are due. */

/** Of the periodic background sync. */
export const taskSyncTag = 'oneclaw-tasks';
/** In Cache Storage: the words of the notification, in the user's language. */
export const noticeCache = 'oneclaw-notices';
export const noticeName = 'due-tasks';
