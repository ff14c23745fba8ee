/** The host functions behind `process.exit` and `process.exitCode`. */

export function createExit() {
  let exitCode = 0;
  let hasExited = false;
  const setCode = (code: unknown) => void (exitCode = Number(code) & 0xff);
  return {
    functions: {
      exit: (code: unknown) => {
        hasExited = true;
        setCode(code);
        return undefined;
      },
      exitCode: (code: unknown) => {
        setCode(code);
        return undefined;
      },
    },
    hasExited: () => hasExited,
    code: () => exitCode,
    setCode,
  };
}
