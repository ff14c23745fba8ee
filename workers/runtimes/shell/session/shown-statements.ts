/** Which statements within loops, conditions and groups write to the terminal, so that their output can be shown at once. */
import type { Script, Statement } from './interpreter.ts';

type Command = Statement['pipelines'][number]['commands'][number];

const inputs = new Set(['<', '<<', '<<-', '<<<']);

/** The innermost ones only: the output of a loop is that of its statements. */
export function shownStatements({ statements }: Script): ReadonlySet<Statement> {
  const shown = new Set<Statement>();
  for (const statement of statements) bodiesOf(statement).forEach((body) => collect(body, shown));
  return shown;
}

function collect(statements: readonly Statement[], shown: Set<Statement>): void {
  for (const statement of statements) {
    const inner = bodiesOf(statement);
    if (inner.length > 0) inner.forEach((body) => collect(body, shown));
    else shown.add(statement);
  }
}

/** The statements within one statement whose output goes where its own goes. */
function bodiesOf({ pipelines, background }: Statement): readonly (readonly Statement[])[] {
  const [pipeline] = pipelines;
  if (background || pipelines.length !== 1 || !pipeline) return [];
  const command = pipeline.commands.at(-1);
  if (!command || !('redirections' in command)) return [];
  if (command.redirections.some(({ operator }) => !inputs.has(operator))) return [];
  return bodies(command);
}

function bodies(command: Command): readonly (readonly Statement[])[] {
  switch (command.type) {
    case 'For':
    case 'CStyleFor':
    case 'Group':
      return [command.body];
    case 'While':
    case 'Until':
      return [command.condition, command.body];
    case 'If':
      return [
        ...command.clauses.flatMap(({ condition, body }) => [condition, body]),
        ...(command.elseBody ? [command.elseBody] : []),
      ];
    case 'Case':
      return command.items.map(({ body }) => body);
    default:
      return [];
  }
}
