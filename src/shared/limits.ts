/** The numbers of the product in one place; sizes in bytes or UTF-16 units, times in the unit of the name. */
import type { ToolCategory } from './tools/tool.ts';

export const limits = {
  /** Longest tool result a model sees; head and tail are kept (mission C). */
  resultCharacters: 20_000,
  /** Of an agent: it stands in lists, sheets and notes. */
  agentNameCharacters: 100,
  /** Longest message of an error; what it quotes may be anything. */
  errorCharacters: 2_000,
  /** `read_file` refuses more than this without offset and limit (RFC-004). */
  readBytes: 1024 * 1024,
  /** `http_request` stops reading a body here (RFC-004). */
  httpBodyBytes: 100 * 1024,
  /** Images and files of one result, each and how many. */
  mediaBytes: 20 * 1024 * 1024,
  mediaBlocks: 16,
  /** A larger picture is named to the model instead of shown: the services refuse more. */
  modelImageBytes: 5 * 1024 * 1024,
  /** Files that go with a message: how many, how large each, and how much text is read to the model. */
  attachments: 20,
  attachmentBytes: 50_000_000,
  attachedTextBytes: 100_000,
  /** … and here where a page is made readable: its text is a small part of it. */
  pageBytes: 1024 * 1024,
  /** Tool calls of one reply; the rest are answered with an error that says so. */
  callsPerReply: 256,
  /** Tool calls of one run that execute at the same time. */
  parallelCalls: 8,
  /** The most an agent may be given of these. */
  mostParallelCalls: 32,
  /** Steps of one run before the last request without tools. */
  stepsPerRun: 15,
  /** The same calls this many steps in a row stop the run. */
  repeatedSteps: 3,
  /** Steps in a row in which every call failed, before the run stops. */
  failedSteps: 3,
  /** How long a tool that was told to abort may still answer, before its host is terminated. */
  abortGraceMs: 250,
  /** A progress line of a call; longer ones would not fit its card. */
  progressCharacters: 200,
  /** Busy tool hosts at once; small devices get fewer. */
  busyHosts: 8,
  /** How long a spare tool host is kept warm. */
  warmHostMs: 30_000,
  /** A terminated busy worker keeps its file locks this long in Chromium (2.0 s measured). */
  deadWorkerLockMs: 2_100,
  /** Levels of what a model sends as JSON: arguments, echoes. Thousands overflow whatever copies or writes them. */
  jsonLevels: 64,
  /** How long a provider may stay silent before the request counts as lost. */
  providerIdleMs: 120_000,
  /** … and how long it may say nothing but that it is still there. */
  providerSignsMs: 600_000,
  /** How long the text of an error may take to come. */
  errorBodyMs: 10_000,
  /** One event of a stream; the text, thoughts and arguments of a reply; all that came for it, frames included. */
  eventCharacters: 16_000_000,
  replyCharacters: 8_000_000,
  streamCharacters: 100_000_000,
  /** Requests repeated after a rate limit or overload, before the user hears of it. */
  providerRetries: 4,
  /** How long an unused model stays in memory. */
  modelRestMs: 300_000,
  /** How long a stopped model may finish its batch of tokens, before its worker is terminated. */
  modelGraceMs: 5_000,
  pathCharacters: 1_024,
  nameBytes: 255,
  /** What a server may send of its tools; what is over is refused, tool by tool. */
  external: {
    toolsPerSource: 256,
    nameCharacters: 256,
    /** Longest name on the wire: what every provider takes. */
    localNameCharacters: 64,
    /** The server's part of it, so that its wildcard always fits. */
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
    /** Schemas after every reference is written out once; 22 doublings cost ten seconds. */
    expandedSchemas: 2_000,
    /** Levels of arguments. */
    argumentDepth: 64,
    /** How long a tool host may take for the check of one call's arguments. */
    checkMs: 2_000,
    /** Deadline of a call, and the longest an agent may set. */
    deadlineSeconds: 60,
  },
} as const;

/** The longest deadline a caller or an agent may set, in seconds (design section 5). */
export function longestDeadline(category: ToolCategory): number {
  if (category === 'io') return 30;
  if (category === 'network') return 120;
  return category === 'code' || category === 'git' ? 300 : 60;
}
