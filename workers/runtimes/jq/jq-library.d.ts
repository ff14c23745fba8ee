/** The parts of jq-wasm that are used, as scripts/vite/jq-library.ts makes them. */
declare module 'jq-wasm/dist/build/jq.js' {
  /** Emscripten's file system: https://emscripten.org/docs/api_reference/Filesystem-API.html */
  export type FileSystem = {
    initialized: boolean;
    makedev(major: number, minor: number): number;
    registerDevice(
      device: number,
      operations: {
        open(stream: { seekable: boolean }): void;
        close(): void;
        read?(stream: unknown, memory: Int8Array, offset: number, length: number): number;
        write?(stream: unknown, memory: Int8Array, offset: number, length: number): number;
      },
    ): void;
    mkdev(path: string, device: number): void;
    open(path: string, flags: number): void;
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array): void;
    chdir(path: string): void;
  };

  export default function start(options: {
    thisProgram: string;
    /** Undefined removes one of Emscripten's own variables. */
    environment: Record<string, string | undefined>;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
    start(files: FileSystem): void;
  }): Promise<{ callMain(args: string[]): number }>;
}

declare module 'virtual:jq-wasm' {
  const url: string;
  export default url;
}
