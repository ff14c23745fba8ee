/**
 * Determines which statements and commands of a script write to the terminal, so that their output can be
 * shown immediately.
 */
import type { Script, Statement } from './interpreter.ts';

type Pipeline = Statement['pipelines'][number];
export type Command = Pipeline['commands'][number];

const inputs = new Set(['<', '<<', '<<-', '<<<']);

export type ShownParts = {
  /** The statements within loops, conditions and groups. */
  statements: ReadonlySet<unknown>;
  /**
   * By syntax node: whether all output of a command is shown, or only its errors because stdout goes to a
   * pipe.
   */
  commands: ReadonlyMap<unknown, 'all' | 'errors'>;
};

export function shownParts({ statements }: Script): ShownParts {
  const shown = { statements: new Set<Statement>(), commands: new Map<Command, 'all' | 'errors'>() };
  for (const { pipelines } of statements) for (const pipeline of pipelines) collect(pipeline, shown);
  return shown;
}

type Collected = { statements: Set<Statement>; commands: Map<Command, 'all' | 'errors'> };

function collect({ commands, pipeStderr }: Pipeline, shown: Collected): void {
  commands.forEach((command, at) => {
    if (at < commands.length - 1) {
      if (!pipeStderr?.[at]) shown.commands.set(command, 'errors');
      return;
    }
    const inner = hasOwnOutput(command) ? [] : bodies(command);
    if (inner.length === 0) shown.commands.set(command, 'all');
    for (const statement of inner) {
      shown.statements.add(statement);
      for (const pipeline of statement.pipelines) collect(pipeline, shown);
    }
  });
}

function hasOwnOutput(command: Command): boolean {
  return command.redirections.some(({ operator }) => !inputs.has(operator));
}

/** The statements within a command that write to the same output as the command. */
function bodies(command: Command): readonly Statement[] {
  switch (command.type) {
    case 'For':
    case 'CStyleFor':
    case 'Group':
    case 'Subshell':
      return command.body;
    case 'While':
    case 'Until':
      return [...command.condition, ...command.body];
    case 'If':
      return [
        ...command.clauses.flatMap(({ condition, body }) => [...condition, ...body]),
        ...(command.elseBody ?? []),
      ];
    case 'Case':
      return command.items.flatMap(({ body }) => body);
    default:
      return [];
  }
}
