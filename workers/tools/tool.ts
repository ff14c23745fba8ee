/** The contract of a tool: one file per tool, one line in `index.ts`, nothing else to edit. */
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { ArgumentsOf, ParametersSchema } from '#shared/tools/schema.ts';
import type { BuiltInTool, Capability, ToolCategory, Touches } from '#shared/tools/tool.ts';
import type { ReadOnlyFiles, ToolFiles } from '#workers/contracts/file-port.ts';
import type { NetworkPort } from '#workers/contracts/network-port.ts';
import type { DevicePort } from '#workers/contracts/device-port.ts';
import type { ToolContent } from '#workers/contracts/tool-content.ts';

/** The ports each capability brings into the context. */
type PortsOf = {
  'files.read': { files: ReadOnlyFiles };
  'files.write': { files: ToolFiles };
  network: { network: NetworkPort };
  host: { device: DevicePort };
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
} & Ports<C>;

type ToolSpec<S extends ParametersSchema, C extends Capability> = {
  name: string;
  title: string;
  description: string;
  category: ToolCategory;
  parameters: S;
  permissions?: readonly BrowserPermission[];
  capabilities?: readonly C[];
  timeoutSeconds: number;
  repeatable?: boolean;
  touches?: Touches<keyof S['properties'] & string>;
  urlParameters?: readonly (keyof S['properties'] & string)[];
  summaryParameter?: keyof S['properties'] & string;
  execute(args: ArgumentsOf<S>, context: ToolContext<C>): Promise<ToolContent> | ToolContent;
};

/** A tool as the host keeps it: the definition, and the code behind it. */
export type Tool = BuiltInTool & {
  execute(args: unknown, context: unknown): Promise<ToolContent> | ToolContent;
};

/** Declares a tool. `args` and `context` are typed from `parameters` and `capabilities`. */
export function defineTool<const S extends ParametersSchema, const C extends Capability = never>(
  spec: ToolSpec<S, C>,
): Tool {
  const { execute, ...definition } = spec;
  return {
    permissions: [],
    capabilities: [],
    repeatable: false,
    urlParameters: [],
    ...definition,
    // The engine has validated the arguments against `parameters` before the host hands them over.
    execute: (args, context) => execute(args as ArgumentsOf<S>, context as ToolContext<C>),
  };
}
