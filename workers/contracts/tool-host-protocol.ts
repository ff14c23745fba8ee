/** The messages between the engine and a tool host: plain ones, so that a call costs one round trip. */
import type { DeviceAction, DeviceOutcome } from '#shared/tools/device-action.ts';
import type { DeviceServices } from '#shared/rpc/page-services.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ExecutionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import type { ResultMetadata, ToolErrorType } from '#shared/tools/tool.ts';
import type { FileChange, FileChanges, FileName, FileStat } from './ports/file-port.ts';
import type { Identity } from './ports/git-port.ts';
import type { ToolContent } from './tool-content.ts';
import type { ToolFailure } from './tool-error.ts';
import type { AskedRequest, NetworkFailure, NetworkRequest, NetworkResponse } from './ports/network-port.ts';
import type { SearchPurpose } from '#shared/api/search.ts';
import type { SearchService } from './ports/search-port.ts';
import type { SeenPicture, VisionAnswer } from './ports/vision-port.ts';
import type { KeptList, WheelAnswer } from './ports/wheel-port.ts';

export type ToolHostCall = {
  execution: ExecutionId;
  tool: string;
  /** Validated by the engine. */
  arguments: JsonObject;
  /** The path under which the engine keeps the `full` text of the outcome. */
  fullText?: string;
};

/** One port for each capability that the tool declared; the engine closes its end when the call is over. */
export type ToolHostPorts = {
  /** Behind it the engine serves a `FilesApi`, or a `ReadFilesApi`. */
  files?: MessagePort;
  /** A `NetworkApi`. */
  network?: MessagePort;
  /** A `DeviceApi`. */
  device?: MessagePort;
  /** A `SessionState`, for tools that run in a code host. */
  session?: MessagePort;
  /** A `GitApi`. */
  git?: MessagePort;
  /** A `WheelsApi`, for tools that run scripts. */
  wheels?: MessagePort;
  /** A `SearchApi`. */
  search?: MessagePort;
  /** A `VisionApi`. */
  vision?: MessagePort;
};

export type ToolOutcome =
  | {
      type: 'success';
      result: ToolContent;
      metadata?: ResultMetadata;
      /** Both as in `ToolReturn`; the engine ignores the second one of code. */
      full?: string;
      isOwnWords?: boolean;
    }
  | ToolFailure;

/** `message` is for the model: the faults, or why the values could not be checked. */
export type SchemaVerdict =
  { type: 'valid' } | { type: 'invalid'; message: string } | { type: 'unchecked'; message: string };

/** A host runs one call at a time; `execution` identifies late messages of an earlier call. */
export type MessageToToolHost =
  | { type: 'call'; call: ToolHostCall; ports: ToolHostPorts }
  /** The schema of an external tool, and values to validate; answered with `taken`, then `checked`. */
  | { type: 'validate'; execution: ExecutionId; schema: OpenSchema; values: JsonObject }
  /** The deadline has passed, or the user stopped the call. */
  | { type: 'abort'; execution: ExecutionId; reason: { errorType: ToolErrorType; message: string } };

export type MessageFromToolHost =
  /** The deadline starts now. */
  | { type: 'taken'; execution: ExecutionId }
  | { type: 'progress'; execution: ExecutionId; text: string }
  /** Ends the call after so many milliseconds; `null` restores its own deadline, which is never exceeded. */
  | { type: 'limit'; execution: ExecutionId; ms: number | null }
  /** The next piece of what a command prints. */
  | { type: 'output'; execution: ExecutionId; text: string }
  | { type: 'done'; execution: ExecutionId; outcome: ToolOutcome }
  | { type: 'checked'; execution: ExecutionId; verdict: SchemaVerdict }
  /** The last message to the host could not be deserialised. */
  | { type: 'unreadable' };

export type NetworkOutcome = { type: 'success'; response: NetworkResponse } | NetworkFailure;

/** What the engine serves behind a files port of a tool that only reads. */
export type ReadFilesApi = {
  stat(path: string): Promise<Fallible<FileStat>>;
  /** A `File` is a snapshot that can be read in the host, and nothing else. */
  read(path: string): Promise<Fallible<File>>;
  /** The files of several paths in one message; `null` for each that could not be opened. */
  readMany(paths: readonly string[]): Promise<Fallible<(File | null)[]>>;
  list(path: string): Promise<Fallible<FileStat[]>>;
  /** The first names below a folder, or the next ones of a walk that has begun. */
  walk(from: { path: string } | { walk: number }): Promise<Fallible<WalkedNames>>;
};

export type WalkedNames = { walk: number; names: FileName[]; isOver: boolean };

/** What the engine serves behind a files port of a tool that writes. */
export type FilesApi = ReadFilesApi & {
  since(mark: number | undefined): Promise<Fallible<FileChanges>>;
  write(path: string, content: string | Blob): Promise<Fallible<number>>;
  append(path: string, content: string): Promise<Fallible<number>>;
  makeDirectory(path: string): Promise<Fallible<boolean>>;
  move(from: string, to: string): Promise<Fallible<void>>;
  remove(path: string, options?: { recursive?: boolean }): Promise<Fallible<void>>;
  /** Locks the paths and returns their files, `null` for a missing one; `endChange` with the same number follows. */
  beginChange(paths: readonly string[]): Promise<Fallible<{ change: number; files: (File | null)[] }>>;
  /** Makes all changes or none, and releases the locks. `null` changes nothing. */
  endChange(change: number, changes: readonly FileChange[] | null): Promise<Fallible<void>>;
  /** Resolves when the call holds the path; `endHold` with this number, or its end, releases it. */
  beginHold(path: string): Promise<Fallible<number>>;
  endHold(hold: number): Promise<Fallible<void>>;
};

/** The engine's end of a network port; the host turns it into a `NetworkPort`. */
export type NetworkApi = {
  request(request: NetworkRequest): Promise<NetworkOutcome>;
  /**
   * Asks the user after a failure with `mayAsk`. Undefined: they allow the request; otherwise why it is
   * refused.
   */
  ask(request: AskedRequest): Promise<ToolFailure | undefined>;
};

/** What the engine serves behind the git port. */
export type GitApi = { author(): Promise<Fallible<Identity | null>>; mayPush(): boolean };

/** What the engine serves behind the search port. */
export type SearchApi = { service(purpose: SearchPurpose): Promise<Fallible<SearchService>> };

/** What the engine serves behind the session port of a code tool. */
export type SessionApi = {
  read(name: string): Promise<Fallible<string | null>>;
  write(name: string, text: string): Promise<Fallible<void>>;
};

/** What the engine serves behind the wheels port. */
export type WheelsApi = {
  list(url: string): Promise<Fallible<KeptList>>;
  wheel(url: string, sha256: string | undefined): Promise<Fallible<WheelAnswer>>;
  kept(urls: readonly string[]): Promise<Fallible<string[]>>;
};

/** What the engine serves behind the vision port. */
export type VisionApi = { look(picture: SeenPicture, question: string): Promise<Fallible<VisionAnswer>> };

/** The page services for tools, forwarded by the engine, and three methods that the engine answers itself. */
export type DeviceApi = Omit<DeviceServices, 'features'> & {
  absent(): Promise<Fallible<string[]>>;
  ipService(): Promise<Fallible<string>>;
  ask(action: DeviceAction): Promise<Fallible<DeviceOutcome>>;
};
