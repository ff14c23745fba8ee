/** What a word of a script stands for, as far as it can be told without running it. */
import type { Statement } from '../session/interpreter.ts';
import { workspaceRoot } from '../fs/paths.ts';

type Command = Statement['pipelines'][number]['commands'][number];
type Simple = Extract<Command, { type: 'SimpleCommand' }>;
export type Word = NonNullable<Simple['name']>;
type Part = Word['parts'][number];

/** Variables whose value is known: those of the shell, and those the script has set to a plain text. */
export type Variables = ReadonlyMap<string, string>;

/** Those of a shell in a folder; the folder before it is not known. */
export function shellVariables(folder: string): Variables {
  return new Map([
    ['HOME', workspaceRoot],
    ['PWD', folder],
    ['OLDPWD', workspaceRoot],
  ]);
}

/** Braces multiply: forty of them would fill the memory of the engine. */
const mostValues = 1_000;

export class TooManyValues extends Error {
  override message = 'its braces stand for too many words';
}

/**
 * Several with braces, as in `{*,.*}`. What is not known is left out, as an unset variable would be. Throws
 * `TooManyValues`.
 */
export function wordValue({ parts }: Word, variables: Variables): string[] {
  return parts.reduce<string[]>(
    (begun, part) => {
      const values = partValues(part, variables);
      if (values.length * begun.length > mostValues) throw new TooManyValues();
      return values.flatMap((value) => begun.map((each) => each + value));
    },
    [''],
  );
}

function partValues(part: Part, variables: Variables): string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return [part.value];
    case 'Glob':
      return [part.pattern];
    case 'DoubleQuoted':
      return wordValue({ type: 'Word', parts: part.parts }, variables);
    case 'TildeExpansion':
      return [part.user === null ? workspaceRoot : `~${part.user}`];
    case 'ParameterExpansion':
      return [variables.get(part.parameter) ?? defaultOf(part, variables)];
    case 'BraceExpansion':
      return part.items.flatMap((item) =>
        item.type === 'Word' ? wordValue(item.word, variables) : [String(item.start)],
      );
    case 'CommandSubstitution':
      return [isPwd(part) ? (variables.get('PWD') ?? '') : ''];
    default:
      return [''];
  }
}

/** `${X:-/}` of an unknown variable. */
function defaultOf(
  { operation }: Extract<Part, { type: 'ParameterExpansion' }>,
  variables: Variables,
): string {
  const isDefault = operation?.type === 'DefaultValue' || operation?.type === 'AssignDefault';
  return isDefault ? (wordValue(operation.word, variables)[0] ?? '') : '';
}

/** `$(pwd)`. */
function isPwd({ body }: Extract<Part, { type: 'CommandSubstitution' }>): boolean {
  const command = body.statements[0]?.pipelines[0]?.commands[0];
  return (
    command?.type === 'SimpleCommand' &&
    command.name !== null &&
    wordValue(command.name, new Map())[0] === 'pwd'
  );
}
