/** Evaluates the words of a script as far as possible without running it. */
import type { Statement } from '../session/interpreter.ts';
import { workspaceRoot } from '../fs/paths.ts';
import { listedBy } from './listing.ts';

type Command = Statement['pipelines'][number]['commands'][number];
type Simple = Extract<Command, { type: 'SimpleCommand' }>;
export type Word = NonNullable<Simple['name']>;
type Part = Word['parts'][number];
type Expansion = Extract<Part, { type: 'ParameterExpansion' }>;

/**
 * Variables with a known value: those of the shell, and those that a script sets to a constant; in a loop,
 * all values.
 */
export type Variables = ReadonlyMap<string, readonly string[]>;

/** The variables of a shell in a folder; OLDPWD is assumed to be the workspace. */
export function shellVariables(folder: string): Variables {
  return new Map([
    ['HOME', [workspaceRoot]],
    ['PWD', [folder]],
    ['OLDPWD', [workspaceRoot]],
    ['TMPDIR', ['/tmp']],
  ]);
}

/**
 * Maximum number of values of a word: braces multiply, and forty of them would exhaust the memory of the
 * engine.
 */
const maxValues = 1_000;

export class TooManyValues extends Error {
  override message = 'its braces stand for too many words';
}

/**
 * The possible values of a word; several with braces, as in `{*,.*}`, and in loops. Unknown parts are empty,
 * like an unset variable. Throws `TooManyValues`.
 */
export function wordValue({ parts }: Word, variables: Variables): string[] {
  return parts.reduce<string[]>(
    (begun, part) => {
      const values = partValues(part, variables);
      if (values.length * begun.length > maxValues) throw new TooManyValues();
      return values.flatMap((value) => begun.map((each) => each + value));
    },
    [''],
  );
}

/** Like `wordValue` for several words; words with too many values are omitted. */
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

/** `${X:-/}` of an unknown variable is its default; `${X:?}` has an unknown value, or the script ends. */
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

/** The output of `$(…)`, for commands whose output can be predicted. */
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
