/** The contract of a tool: one file per tool and one line in `index.ts` (see CONTRIBUTING, "Add a tool"). */
import type { DeviceFeature } from '#shared/tools/device-feature.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
import type { Contacts, Returned } from '#shared/tools/tool-exchange.ts';
import type { BuiltInTool, Capability, ToolCategory, Touches } from '#shared/tools/tool.ts';
import type { ReadOnlyFiles, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { SearchPort } from '#workers/contracts/ports/search-port.ts';
import type { VisionPort } from '#workers/contracts/ports/vision-port.ts';
import type { DevicePort } from '#workers/contracts/ports/device-port.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';

/** The ports that each capability adds to the context. */
type PortsOf = {
  'files.read': { files: ReadOnlyFiles };
  'files.write': { files: ToolFiles };
  network: { network: NetworkPort };
  search: { search: SearchPort };
  host: { device: DevicePort };
  git: { git: GitPort };
  models: { vision: VisionPort };
};

type Intersect<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;
type Ports<C extends Capability> = [C & keyof PortsOf] extends [never]
  ? unknown
  : Intersect<PortsOf[C & keyof PortsOf]>;

/** The context of a call: it contains only the ports that the tool declared. */
type ToolContext<C extends Capability = never> = {
  /** Aborts at the deadline and when the user stops; the host is terminated 250 ms later. */
  signal: AbortSignal;
  /** Shows one line on the call's card while the tool runs. */
  progress(text: string): void;
  /**
   * `network` and `vision` are absent if the tool does not list them as optional capabilities, or if the
   * agent may not use them.
   */
  network?: NetworkPort;
  vision?: VisionPort;
} & Ports<C>;

/** What the context of a tool that runs in a code host has in addition. */
type CodeContext = {
  /** Kept for this conversation, between calls and over a reload. */
  session: SessionState;
  /** Shows on the card what a command prints, while it runs. */
  output(text: string): void;
  /**
   * Ends the call after this many milliseconds, before its deadline: for a runtime that cannot be
   * interrupted. Without a number, the deadline of the call applies again.
   */
  limitTime(ms: number | undefined): void;
  /**
   * The path at which the `full` text of the result will be stored, for the note that replaces the cut part.
   */
  fullText?: string | undefined;
  /** Absent in the same cases as `network` in `ToolContext`. */
  git?: GitPort;
  /** Only with the capability `code`. */
  wheels?: WheelPort;
};

type ToolSpec<S extends ParametersSchema, C extends Capability, R extends 'host' | 'code'> = {
  name: string;
  title: string;
  version?: string;
  forTests?: true;
  description: string;
  category: ToolCategory;
  parameters: S;
  returns: readonly [Returned, ...Returned[]];
  contacts: Contacts<keyof S['properties'] & string>;
  permissions?: readonly BrowserPermission[];
  features?: readonly DeviceFeature[];
  capabilities?: readonly C[];
  timeoutSeconds: number;
  /** The tool uses `device.ask`, and waits for something that only the user can do. */
  waitsForUser?: true;
  repeatable?: boolean;
  touches?: Touches<keyof S['properties'] & string>;
  publicOnly?: true;
  backgroundParameter?: keyof S['properties'] & string;
  commandParameter?: keyof S['properties'] & string;
  pythonParameter?: keyof S['properties'] & string;
  summaryParameter?: keyof S['properties'] & string;
  runs?: R;
  keepsSession?: true;
  optionalCapabilities?: readonly Capability[];
  execute(
    args: ArgumentsOf<S>,
    context: ToolContext<C> & (R extends 'code' ? CodeContext : unknown),
  ): Promise<ToolReturn> | ToolReturn;
};

/** A tool in a host: its definition and its code. */
export type Tool = BuiltInTool & {
  execute(args: unknown, context: unknown): Promise<ToolReturn> | ToolReturn;
};

/** Declares a tool. `args` and `context` are typed from `parameters` and `capabilities`. */
export function defineTool<
  const S extends ParametersSchema,
  const C extends Capability = never,
  const R extends 'host' | 'code' = 'host',
>(spec: ToolSpec<S, C, R>): Tool {
  const { execute, ...definition } = spec;
  return {
    source: builtInSource,
    permissions: [],
    capabilities: [],
    repeatable: false,
    ...definition,
    // The engine has validated the arguments against `parameters` before the host hands them over.
    execute: (args, context) => execute(args as ArgumentsOf<S>, context as Parameters<typeof execute>[1]),
  };
}
