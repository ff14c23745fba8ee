/** The prompt before a command: the working directory of the shell, and the sign of its language. */
import type { TerminalTool } from '#shared/api/terminal.ts';
import { firstFolder } from '#src/state/terminal/terminal.ts';
import styles from './command-block.module.css';

const signs: Readonly<Record<TerminalTool, string>> = {
  execute_shell_command: '$',
  run_javascript: '>',
  run_python: '>>>',
};

export function Prompt({ tool, folder }: { tool: TerminalTool; folder: string }) {
  return (
    <span class={styles.sign}>
      {tool === 'execute_shell_command' && <span class={styles.folder}>{shortFolder(folder)} </span>}
      {signs[tool]}{' '}
    </span>
  );
}

/** `~` is the workspace, as in the shell. */
function shortFolder(folder: string): string {
  if (folder === firstFolder) return '~';
  return folder.startsWith(`${firstFolder}/`) ? `~${folder.slice(firstFolder.length)}` : folder;
}
