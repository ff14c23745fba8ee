/** What a server of tools may send, and how long it may take; apart from the others, because the first screen needs none of it. */

export const mcpLimits = {
  servers: 50,
  /** Of a command that a configuration names, and of its variables. */
  programWords: 100,
  /** One answer, or one event of a stream. */
  messageBytes: 8_000_000,
  /** All of one stream, however many events it has. */
  streamBytes: 64_000_000,
  /** Events that may come at once, and how many more each second. */
  eventBurst: 1_000,
  eventsPerSecond: 200,
  /** Requests under way at once; more wait. */
  requests: 32,
  /** Streams that listen at one plain http address, of all tabs; a browser has six connections there. */
  listeners: 3,
  connectMs: 20_000,
  /** A request, and a stream that answers one; time in which the user is asked does not count. */
  answerMs: 60_000,
  streamMs: 120_000,
  /** Pages of a list, and how many entries are kept of it. */
  pages: 20,
  entries: 1_000,
  /** A new try after a connection broke: after the first, at most after the second; then it waits to be used. */
  retryMs: 1_000,
  longestRetryMs: 60_000,
  retries: 8,
  /** Between two lines of progress on a card. */
  progressMs: 250,
  logLines: 200,
  logCharacters: 1_000,
  /** Fields of a form, options of a field, and its texts. */
  formFields: 30,
  formOptions: 200,
  formCharacters: 2_000,
  /** A value to choose, and what is shown for it; the name of a field. */
  optionCharacters: 500,
  labelCharacters: 200,
  /** An address to read, to fill in or to visit, and how many variables it may have. */
  addressCharacters: 2_000,
  templateVariables: 30,
  typeCharacters: 100,
  /** Of one call: behind the one that is shown, and in all. */
  formsWaiting: 3,
  formsOfCall: 5,
  /** How long a form waits for the user. */
  formMs: 1_800_000,
  /** Tokens of one answer to a server that asks the model, and its messages. */
  sampleTokens: 4_096,
  sampleMessages: 50,
  sampleCharacters: 100_000,
  /** Of one server, behind the one that is answered. */
  samplesWaiting: 3,
  instructionCharacters: 4_000,
  /** Of a changed schema that the user is asked about. */
  schemaShownCharacters: 20_000,
  /** Of its words in an error that a model reads. */
  quoteCharacters: 300,
  /** Tools whose accepted form is remembered. */
  pins: 1_000,
  /** All scopes that one sign-in asks for. */
  scopeCharacters: 2_000,
  /** How long a sign-in may take. */
  signInMs: 1_800_000,
} as const;
