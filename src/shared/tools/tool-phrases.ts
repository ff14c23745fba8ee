/** Placeholders for empty results, written by tools and recognised by the guide. */

export const emptyFolder = 'The folder is empty.';
export const emptyBody = '(empty response body)';
