/**
 * Entries of BFCL that do not pass, each with its reason: the possible answer contradicts the schema of its own function.
 * Ajv refuses the same answers.
 */
const byReason: Readonly<Record<string, string>> = {
  'a required parameter is left out, or has an empty text in place of a number': `
    live_multiple_68-29-0 live_multiple_69-30-0 live_multiple_77-35-1 live_multiple_114-44-1 live_multiple_144-56-0
    live_multiple_905-186-2 live_multiple_906-186-3 live_multiple_964-207-0 live_simple_106-63-0
    live_simple_112-68-0 parallel_88 parallel_multiple_87 simple_python_17 simple_python_200`,
  'a value is none of the options of its parameter': `
    live_multiple_87-38-4 live_multiple_146-58-0 live_multiple_148-58-2 live_multiple_150-58-4
    live_multiple_151-58-5 live_multiple_152-58-6 live_multiple_155-58-9 live_multiple_190-84-0
    live_multiple_301-131-0 live_multiple_302-131-1 live_multiple_303-131-2 live_multiple_304-131-3
    live_multiple_306-131-5 live_multiple_307-131-6 live_multiple_308-131-7 live_multiple_414-141-3
    live_multiple_416-141-5 live_multiple_417-141-6 live_multiple_421-141-10 live_multiple_424-141-13
    live_multiple_427-141-16 live_multiple_431-141-20 live_multiple_433-141-22 live_multiple_552-153-1
    live_multiple_553-153-2 live_multiple_595-158-1 live_multiple_596-158-2 live_multiple_731-167-2
    live_multiple_732-167-3 live_multiple_733-167-4 live_multiple_734-167-5 live_multiple_735-167-6
    live_multiple_736-167-7 live_multiple_737-167-8 live_multiple_750-169-5 live_multiple_755-169-10
    live_multiple_835-178-10 live_multiple_848-179-2 live_multiple_851-179-5 live_multiple_870-182-7
    live_multiple_871-182-8 live_multiple_947-197-0 live_multiple_956-203-0 live_parallel_15-11-0
    live_parallel_multiple_2-2-0 live_simple_71-35-0 live_simple_141-94-0 live_simple_142-94-1 live_simple_143-95-0
    live_simple_144-95-1 live_simple_145-95-2 live_simple_146-95-3 live_simple_147-95-4 live_simple_148-95-5
    live_simple_149-95-6 live_simple_150-95-7 live_simple_151-95-8 live_simple_152-95-9 live_simple_153-95-10
    live_simple_154-95-11 live_simple_155-95-12 live_simple_156-95-13 live_simple_157-95-14 live_simple_158-95-15
    live_simple_159-95-16 live_simple_160-95-17 parallel_multiple_143 parallel_multiple_173 parallel_multiple_194
    simple_python_358`,
  'a value has another type than its parameter': `
    live_multiple_338-133-2 live_multiple_342-133-6 live_multiple_343-133-7 live_multiple_344-133-8
    live_multiple_345-133-9 live_multiple_350-133-14 live_multiple_351-133-15 live_multiple_352-133-16
    live_multiple_354-133-18 live_parallel_multiple_21-18-0 parallel_multiple_94 simple_python_149 simple_python_307`,
  'the name of a variable stands for its value': `
    parallel_multiple_21 simple_java_26 simple_java_35 simple_java_38 simple_java_45 simple_java_58 simple_java_69
    simple_java_72 simple_java_82 simple_java_87 simple_java_88 simple_javascript_5 simple_javascript_9
    simple_javascript_11 simple_javascript_15 simple_javascript_19 simple_javascript_32 simple_javascript_37
    simple_javascript_39`,
  'a date has another format than its parameter': `
    parallel_multiple_63`,
};

export const knownFailures: ReadonlyMap<string, string> = new Map(
  Object.entries(byReason).flatMap(([reason, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id): [string, string] => [id, reason]),
  ),
);
