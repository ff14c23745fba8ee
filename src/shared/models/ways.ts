/** How the server of a model wants its requests, where the address does not tell. */
/** What is absent is automatic: as the check of the model or a refused request has taught, else as most servers want it. */
export type ModelWays = {
  /** Whether reasoning goes back to the model with the calls that followed it. */
  returnsThoughts?: boolean;
  /** Who says the system prompt; `user`: it begins the first message of the user. */
  systemRole?: 'system' | 'developer' | 'user';
  /** The field that limits the reply; it is sent if the user has set a limit. */
  limitName?: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** `text`: tools are described in the prompt, and calls are read from the answer. */
  toolStyle?: 'native' | 'text';
  /**
   * The definitions of all tools, or a core beside which the model finds the others. Absent: what fits the window. Small
   * windows always get the short way.
   */
  toolList?: 'all' | 'short';
  /** The service refused its own search among tools; only taught, never set. */
  searchesTools?: false;
};

const forAll = ['toolStyle', 'toolList'] as const;

/** The ways that mean something in a format, for each server kind; the form shows these alone. */
export const waysOfKind = {
  'openai-chat': ['returnsThoughts', 'systemRole', 'limitName', ...forAll],
  'openai-responses': ['systemRole', ...forAll],
  anthropic: ['returnsThoughts', 'systemRole', ...forAll],
  gemini: ['systemRole', ...forAll],
} as const satisfies Record<string, readonly (keyof ModelWays)[]>;

/** The values of each way that a user may choose. */
export const wayValues = {
  returnsThoughts: [true, false],
  systemRole: ['system', 'developer', 'user'],
  limitName: ['max_tokens', 'max_completion_tokens', 'none'],
  toolStyle: ['native', 'text'],
  toolList: ['all', 'short'],
} as const satisfies Record<Exclude<keyof ModelWays, 'searchesTools'>, readonly unknown[]>;

export type WayName = keyof typeof wayValues;

function isWayName(name: string): name is WayName {
  return Object.hasOwn(wayValues, name);
}

/** Stored and sent by scripts: only known names with known values. */
export function readWays(value: unknown): ModelWays {
  const entries = Object.entries(Object(value) as Record<string, unknown>).filter(([name, each]) =>
    isWayName(name)
      ? wayValues[name].some((known) => known === each)
      : name === 'searchesTools' && each === false,
  );
  return Object.fromEntries(entries);
}
