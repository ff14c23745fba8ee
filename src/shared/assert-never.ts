/** Makes a `switch` over a closed union fail to compile when a member is forgotten. */

export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
