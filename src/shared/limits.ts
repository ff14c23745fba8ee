/**
 * Limits of the app: `import * as limits`. `…Characters` are UTF-16 units; other units are in the names. One export each,
 * so that a bundle holds only those it uses; `const { … } = limits` would put all of them into it.
 */

/** Longest tool result sent to a model; head and tail are kept. */
export const resultCharacters = 20_000;
/** A search for tools: how many it returns, and how much of their definitions. */
export const foundTools = 8;
export const foundCharacters = 8_000;
export const agentNameCharacters = 100;
/** Longest error message; it may quote text of any length. */
export const errorCharacters = 2_000;
/** `read_file` refuses larger files without offset and limit. */
export const readBytes = 1024 * 1024;
/** Longest body that `http_request` reads. */
export const httpBodyBytes = 100 * 1024;
/** The headers of an answer that `http_request` shows, and one of them. */
export const headerBytes = 2_000;
export const headerCharacters = 500;
/** Upper bound for what a tool may send or read with one request. */
export const networkBytes = 100_000_000;
/** Longest web page that is made readable; its text is a small part of it. */
export const pageBytes = 1024 * 1024;
/** Longest answer that `fetch_url` reads, and how much of a page's text it returns at a time. */
export const fetchedBytes = 2 * 1024 * 1024;
export const fetchedCharacters = 15_000;
/** Size of one image or file of a result, and how many a result may have. */
export const mediaBytes = 20 * 1024 * 1024;
export const mediaBlocks = 16;
/**
 * The largest picture that is decoded or drawn: 64 megapixels take 256 MB. Phones have cameras of 50. A longer side
 * than 16,384 pixels fails in some graphics drivers.
 */
export const drawnPixels = 64_000_000;
export const drawnSide = 16_384;
/** Larger images are only described to the model, because services refuse them. */
export const modelImageBytes = 5 * 1024 * 1024;
/** Files of a message: how many, how large each, and the largest text file sent as text. */
export const attachments = 20;
export const attachmentBytes = 50_000_000;
export const attachedTextBytes = 100_000;
/** Documents: PDF, office files, tables, books. */
export const documents = {
  /** Largest file that is opened; parsing needs several times its size in memory. */
  bytes: 50_000_000,
  /** Pages, slides, sheets or chapters of one reading. */
  pages: 1_000,
  /**
   * An office file or book is an archive: its number of entries, the unpacked size of one, and of
   * all that are read.
   */
  entries: 10_000,
  entryBytes: 50_000_000,
  unpackedBytes: 150_000_000,
  /** Reading stops after this time and returns what it has, before the deadline of `read_file`. */
  readMs: 6_000,
  /**
   * Deadline when the engine reads a document for an attachment or a preview; longer, because no
   * second call reads the rest.
   */
  engineSeconds: 20,
  /** Reading stops before that deadline and returns what it has. */
  engineReadMs: 14_000,
  /**
   * Pages that one call renders as images, and the longest side of each in pixels. Services scale
   * larger ones down.
   */
  pictures: 4,
  pictureSide: 1_568,
  /** PDF files for a model that reads them itself: services refuse more. */
  modelBytes: 10_000_000,
  modelPages: 100,
} as const;
/** Tool calls of one reply; further ones get an error result. */
export const callsPerReply = 256;
/** Tool calls of one run that execute at the same time. */
export const parallelCalls = 8;
/** Upper bound of `parallelCalls` in an agent's settings. */
export const maxParallelCalls = 32;
/** Default steps of a run; the last request is sent without tools. */
export const stepsPerRun = 15;
/** The run stops after the same calls in this many consecutive steps. */
export const repeatedSteps = 3;
/** The run stops after this many consecutive steps in which every call failed. */
export const failedSteps = 3;
/** Upper bound of `failedSteps` in an agent's settings. */
export const maxFailedSteps = 100;
/** Time between telling a tool to abort and terminating its host. */
export const abortGraceMs = 250;
/** How long after its own `timeout` a call is terminated, if its runtime cannot be interrupted. */
export const timeoutGraceMs = 5_000;
/** A progress line of a call; longer ones would not fit its card. */
export const progressCharacters = 200;
/**
 * How much output the card of a running command shows, and how much of one command's output is streamed to
 * it.
 */
export const shownOutputCharacters = 4_000;
export const streamedOutputCharacters = 200_000;
/** Interval at which output is forwarded. */
export const outputMs = 100;
/** Largest text that a conversation's shell or interpreter may keep between calls. */
export const sessionStateBytes = 1024 * 1024;
/** The metadata of a result: keys, and the length of a key or a value. */
export const metadataKeys = 20;
export const metadataCharacters = 200;
/** Busy tool hosts at once; small devices get fewer. */
export const busyHosts = 8;
/** Code hosts at once, how many stay for the next call, and for how long: runtimes take 50 MB and more, and seconds to load. */
export const busyCodeHosts = 4;
export const idleCodeHosts = 6;
/** Background processes at once in all tabs, how long one may run, and how many a conversation remembers. */
export const processes = 4;
export const processSeconds = 3_600;
export const keptProcesses = 20;
/** Interval at which the output of a running process is stored, so that it survives a reload. */
export const processLogMs = 2_000;
/** Output in UTF-16 units: kept of a running process, kept of an ended one, returned by one read. */
export const processLogCharacters = 200_000;
export const keptLogCharacters = 40_000;
export const processPartCharacters = 15_000;
export const warmCodeHostMs = 300_000;
/** How long a spare tool host is kept warm. */
export const warmHostMs = 30_000;
/** A terminated busy worker keeps its file locks this long in Chromium (2.0 s measured). */
export const deadWorkerLockMs = 2_100;
/** Depth of JSON from a model (arguments, echoes). Recursive code such as structured cloning overflows at thousands. */
export const jsonLevels = 64;
/** How long a provider may stay silent before the request counts as lost. */
export const providerIdleMs = 120_000;
/** How long a provider may send only keep-alive signs. */
export const providerSignsMs = 600_000;
/** Timeout for the body of an error response. */
export const errorBodyMs = 10_000;
export const errorBodyBytes = 64_000;
/**
 * Limits of one event of a stream, of the text, reasoning and arguments of a reply, and of the whole stream
 * including framing.
 */
export const eventCharacters = 16_000_000;
export const replyCharacters = 8_000_000;
export const streamCharacters = 100_000_000;
/** Retries after a rate limit or overload before the run fails. */
export const providerRetries = 4;
/** How long an unused model stays in memory. */
export const modelRestMs = 300_000;
/** How long a stopped model may finish its batch of tokens before its worker is terminated. */
export const modelGraceMs = 5_000;
export const pathCharacters = 1_024;
export const nameBytes = 255;
/** Limits for external tools; a tool that exceeds one is refused. */
export const external = {
  toolsPerSource: 256,
  nameCharacters: 256,
  /** Longest name that every provider accepts. */
  localNameCharacters: 64,
  /** The server's part of a name, so that `mcp__server__*` always fits. */
  serverCharacters: 24,
  titleCharacters: 100,
  descriptionCharacters: 4_000,
  /** JSON values in a schema; 5,000 properties stall or break a validator. */
  schemaValues: 5_000,
  /** JSON levels; each level of a schema takes two. */
  schemaDepth: 40,
  /** Keys and strings together. */
  schemaCharacters: 50_000,
  enumValues: 1_000,
  patternCharacters: 500,
  references: 100,
  /** Schemas after expanding all references: 22 references that double each other take ten seconds. */
  expandedSchemas: 2_000,
  /** Levels of arguments. */
  argumentDepth: 64,
  /** Timeout for validating one call's arguments in a tool host. */
  checkMs: 2_000,
  /** Deadline of a call, and the longest an agent may set. */
  deadlineSeconds: 60,
} as const;
