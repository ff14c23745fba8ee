/** Results that stand for nothing, known to the tools that say them and to the guide that reads them. */

export const emptyFolder = 'The folder is empty.';
export const emptyBody = '(empty response body)';
