/** What is too long for the message field: a browser lays all of it out with every key, for seconds from here on. */

const mostCharacters = 20_000;

export function isLongText(text: string): boolean {
  return text.length > mostCharacters;
}
