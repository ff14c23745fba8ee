/** What a word of a script stands for, as far as it can be told without running it. */
import type { Statement } from '../session/interpreter.ts';
import { workspaceRoot } from '../fs/paths.ts';
import { listedBy } from './listing.ts';

type Command = Statement['pipelines'][number]['commands'][number];
type Simple = Extract<Command, { type: 'SimpleCommand' }>;
export type Word = NonNullable<Simple['name']>;
type Part = Word['parts'][number];
type Expansion = Extract<Part, { type: 'ParameterExpansion' }>;

/** Variables whose value is known, such as those of the shell, and those a script sets to a text; in a loop, all values. */
export type Variables = ReadonlyMap<string, readonly string[]>;

/** Those of a shell in a folder; the folder before it is not known. */
export function shellVariables(folder: string): Variables {
  return new Map([
    ['HOME', [workspaceRoot]],
    ['PWD', [folder]],
    ['OLDPWD', [workspaceRoot]],
    ['TMPDIR', ['/tmp']],
  ]);
}

/** Braces multiply: forty of them would fill the memory of the engine. */
const mostValues = 1_000;

export class TooManyValues extends Error {
  override message = 'its braces stand for too many words';
}

/**
 * Several with braces, as in `{*,.*}`, and in loops. What is not known is left out, as an unset variable would be. Throws
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

/** As `wordValue` of several words; those with too many values are left out. */
export function knownValues(words: readonly Word[], variables: Variables): string[] {
  return words.flatMap((word) => {
    try {
      return wordValue(word, variables);
    } catch (error) {
      if (error instanceof TooManyValues) return [];
      throw error;
    }
  });
}

function partValues(part: Part, variables: Variables): readonly string[] {
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
      return variableValues(part, variables);
    case 'BraceExpansion':
      return part.items.flatMap((item) =>
        item.type === 'Word' ? wordValue(item.word, variables) : [String(item.start)],
      );
    case 'CommandSubstitution':
      return outputOf(part, variables);
    default:
      return [''];
  }
}

/** `${X:-/}` of an unknown variable is its default; `${X:?}` is something, or the script ends. */
function variableValues({ parameter, operation }: Expansion, variables: Variables): readonly string[] {
  const known = variables.get(parameter);
  switch (operation?.type) {
    case 'DefaultValue':
    case 'AssignDefault':
      return known ?? wordValue(operation.word, variables);
    case 'UseAlternative':
      return known ? wordValue(operation.word, variables) : [''];
    case 'ErrorIfUnset':
      return known ?? ['(unknown)'];
    default:
      return known ?? [''];
  }
}

/** What `$(…)` prints, for commands whose output can be told. */
function outputOf(
  { body }: Extract<Part, { type: 'CommandSubstitution' }>,
  variables: Variables,
): readonly string[] {
  const command = body.statements[0]?.pipelines[0]?.commands[0];
  if (command?.type !== 'SimpleCommand' || command.name === null) return [''];
  const words = knownValues([command.name, ...command.args], variables);
  if (words[0] === 'pwd') return variables.get('PWD') ?? [''];
  if (words[0] === 'mktemp') return ['/tmp/made'];
  return listedBy(words) ?? [''];
}
