/** The contract of a tool: one file per tool and one line in `index.ts` (see CONTRIBUTING, "Add a tool"). */
import type { DeviceFeature } from '#shared/tools/device-feature.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
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

/** The ports each capability brings into the context. */
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

/** What a tool may touch: what it declared, and nothing more. */
type ToolContext<C extends Capability = never> = {
  /** Aborts at the deadline and when the user stops; the host is terminated 250 ms later. */
  signal: AbortSignal;
  /** Shows one line on the call's card while the tool runs. */
  progress(text: string): void;
  /** These are absent if the tool does not ask for them as optional capabilities, or the agent is denied them. */
  network?: NetworkPort;
  vision?: VisionPort;
} & Ports<C>;

/** What a tool that runs in a code host has besides. */
type CodeContext = {
  /** Kept for this conversation, between calls and over a reload. */
  session: SessionState;
  /** Shows on the card what a command prints, as it comes. */
  output(text: string): void;
  /**
   * Ends the call after so many milliseconds although its deadline is later, as where a runtime cannot be interrupted;
   * without a number at its deadline again.
   */
  limitTime(ms: number | undefined): void;
  /** Where the `full` text of the result will be, for the mark that stands for what was cut. */
  fullText?: string | undefined;
  /** Absent as in `ToolContext`. */
  git?: GitPort;
  /** With the capability `code` only. */
  wheels?: WheelPort;
};

type ToolSpec<S extends ParametersSchema, C extends Capability, R extends 'host' | 'code'> = {
  name: string;
  title: string;
  description: string;
  category: ToolCategory;
  parameters: S;
  permissions?: readonly BrowserPermission[];
  features?: readonly DeviceFeature[];
  capabilities?: readonly C[];
  timeoutSeconds: number;
  /** For what only the user can do, behind `device.ask`. */
  waitsForUser?: true;
  repeatable?: boolean;
  touches?: Touches<keyof S['properties'] & string>;
  urlParameters?: readonly (keyof S['properties'] & string)[];
  publicOnly?: true;
  backgroundParameter?: keyof S['properties'] & string;
  commandParameter?: keyof S['properties'] & string;
  summaryParameter?: keyof S['properties'] & string;
  runs?: R;
  keepsSession?: true;
  optionalCapabilities?: readonly Capability[];
  execute(
    args: ArgumentsOf<S>,
    context: ToolContext<C> & (R extends 'code' ? CodeContext : unknown),
  ): Promise<ToolReturn> | ToolReturn;
};

/** A tool as the host keeps it: the definition, and the code behind it. */
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
    permissions: [],
    capabilities: [],
    repeatable: false,
    urlParameters: [],
    ...definition,
    // The engine has validated the arguments against `parameters` before the host hands them over.
    execute: (args, context) => execute(args as ArgumentsOf<S>, context as Parameters<typeof execute>[1]),
  };
}
