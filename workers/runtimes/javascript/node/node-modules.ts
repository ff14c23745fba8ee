/** Modules as Node finds them, in a realm: those of Node, packages, and CommonJS. */
import { withoutNul } from '../texts.ts';
import { plainMessage } from './fs-error.ts';
import { absolute, moduleName } from './module-names.ts';
import type { NodeAccess } from './node-access.ts';
import type { NodeHost } from './node-host.ts';
import { passOn } from './pass-on.ts';

/** What the realm's loader does; see `connect-node.ts`. */
export type NodeHooks = {
  start(host: NodeHost): void;
  /** True if variables of the realm may need the functions of Node. */
  hasStarted(): boolean;
  /** The names that a module of Node exports. */
  namesOf(builtin: string): string[];
  forget(): void;
};

export type NodeModules = {
  begin(access: NodeAccess | undefined): void;
  connect(hooks: NodeHooks): void;
  /** True if scripts before this one used Node. */
  isNeeded(): boolean;
  isAvailable(): boolean;
  isOpen(): boolean;
  open(): Promise<void>;
  /** The name of the module that an import means. Throws. */
  resolve(base: string, requested: string): string;
  /** The source of an ES module for a file of any kind. Throws. */
  read(path: string): string;
  /** The source of an ES module for a module of Node. */
  readBuiltin(name: string): string;
  forget(): void;
};

/** `onRead`: called with the name and text of each file that is loaded. */
export function createNodeModules(onRead: (name: string, source: string) => void): NodeModules {
  let access: NodeAccess | undefined;
  let hooks: NodeHooks | undefined;

  function opened(): NodeHost {
    const host = access?.now();
    if (!host) throw new Error('Node is not open.');
    return host;
  }

  return {
    begin: (next) => void (access = next),
    connect: (given) => void (hooks = given),
    isNeeded: () => hooks?.hasStarted() ?? false,
    isAvailable: () => access !== undefined,
    isOpen: () => access?.now() !== undefined,
    async open() {
      if (!access || access.now()) return;
      const host = await access.open();
      host.onRead = (path, source) => onRead(moduleName(path), source);
      hooks?.start(host);
    },
    resolve(base, requested) {
      const { type, place } = opened().resolve(absolute(base), requested);
      return type === 'builtin' ? `node:${place}` : moduleName(place);
    },
    read(path) {
      const source = opened().read(absolute(path));
      onRead(path, source);
      try {
        return withoutNul(opened().importOf(absolute(path), source));
      } catch (error) {
        throw new Error(plainMessage(error));
      }
    },
    readBuiltin: (name) => passOn(`builtin(${JSON.stringify(name)})`, hooks?.namesOf(name) ?? []),
    forget: () => hooks?.forget(),
  };
}
