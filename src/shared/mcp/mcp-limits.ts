/** Limits on what a tool server (MCP) may send and how long it may take; apart from `limits.ts`, because the first screen needs none of them. */

export const mcpLimits = {
  servers: 50,
  /** Words of a command in a pasted configuration, and its variables. */
  programWords: 100,
  /** Limit of one answer, or of one event of a stream. */
  messageBytes: 8_000_000,
  /** Limit of one stream, however many events it has. */
  streamBytes: 64_000_000,
  /** Token bucket: events at once, and how many more each second. */
  eventBurst: 1_000,
  eventsPerSecond: 200,
  /** Concurrent requests; more wait. */
  requests: 32,
  /** Listening streams per plain http origin, in all tabs; a browser has six connections there. */
  listeners: 3,
  connectMs: 20_000,
  /**
   * Timeouts of a request, and of a stream that answers one; the time in which the user is asked something
   * does not count.
   */
  answerMs: 60_000,
  streamMs: 120_000,
  /** Pages that are read of a list, and entries that are kept. */
  pages: 20,
  entries: 1_000,
  /** Exponential backoff after a connection broke: first delay, longest delay, attempts. */
  retryMs: 1_000,
  longestRetryMs: 60_000,
  retries: 8,
  /** Progress on a card is throttled to one line in this time. */
  progressMs: 250,
  logLines: 200,
  logCharacters: 1_000,
  /** Elicitation: fields of a form, options of a field, characters of a text. */
  formFields: 30,
  formOptions: 200,
  formCharacters: 2_000,
  /** The value of an option; its label, and the name of a field. */
  optionCharacters: 500,
  labelCharacters: 200,
  /** Address of a server in a file; a resource's address, template or link, and variables of a template. */
  addressCharacters: 2_000,
  /** The headers of a server in a file: their number, and the characters of one, name and value. */
  headers: 20,
  headerCharacters: 8_000,
  templateVariables: 30,
  typeCharacters: 100,
  /** Forms of one call: how many may wait while one is shown, and how many in all. */
  formsWaiting: 3,
  formsOfCall: 5,
  /** How long a form waits for the user. */
  formMs: 1_800_000,
  /** Sampling: tokens of one answer, messages and characters of one request. */
  sampleTokens: 4_096,
  sampleMessages: 50,
  sampleCharacters: 100_000,
  /** Sampling requests of one server that may wait while one runs. */
  samplesWaiting: 3,
  instructionCharacters: 4_000,
  /** Shown of a changed schema. */
  schemaShownCharacters: 20_000,
  /** Quoted from the server in an error that a model reads. */
  quoteCharacters: 300,
  /** Accepted tools that are remembered. */
  pins: 1_000,
  /** Characters of the `scope` parameter. */
  scopeCharacters: 2_000,
  /** How long a sign-in stays pending. */
  signInMs: 1_800_000,
} as const;
