/** The laws of tool sources, as tests that every source runs. */
import { describe, expect, it } from 'vitest';
import { serverKinds } from '#shared/models/provider.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import * as limits from '#shared/limits.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import type { SourceTool, ToolSource } from '#workers/contracts/tool-source.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { quiet } from '#tests/fixtures/mcp/mcp-world.ts';

export type OpenedSource = {
  source: ToolSource;
  /** Names of usable tools, and of refused tools as the source lists them. */
  usable: string[];
  refused: string[];
  /** A tool that answers 'ok' to any arguments. */
  answers?: string;
  /** A tool whose calls fail with an error result. */
  fails?: string;
  /**
   * Announces a new description of one tool. Resolves with its name after the source has reported the change.
   */
  change?(): Promise<string>;
  close(): Promise<void> | void;
};

export function testToolSource(name: string, open: () => Promise<OpenedSource>): void {
  /** Opens a source for one test, and closes it after the test. */
  const withSource = (work: (opened: OpenedSource) => Promise<void> | void) => async () => {
    const opened = await open();
    try {
      await work(opened);
    } finally {
      await opened.close();
    }
  };

  describe(name, () => {
    it(
      'lists the tools that can be used, and says of the others why not',
      withSource(({ source, usable, refused }) => {
        expect(namesOf(source)).toEqual(expect.arrayContaining(usable));
        expect(source.refused().map((each) => each.name)).toEqual(expect.arrayContaining(refused));
        for (const { refusal } of source.refused()) expect(refusal.reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
      }),
    );

    it(
      'names each tool once, and says by its name where it comes from',
      withSource(({ source }) => {
        const names = [...namesOf(source), ...source.refused().map((each) => each.name)];
        expect(new Set(names).size).toBe(names.length);
        for (const each of namesOf(source)) {
          expect(each).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          if (source.id === builtInSource) expect(each).not.toContain('__');
          else expect(each.startsWith(`${source.id}__`)).toBe(true);
        }
      }),
    );

    it(
      'keeps within the limits of what a model is shown',
      withSource(({ source }) => {
        expect(source.tools().length).toBeLessThanOrEqual(limits.external.toolsPerSource);
        expect(source.refused().length).toBeLessThanOrEqual(limits.external.toolsPerSource + 1);
        for (const { definition } of source.tools()) {
          expect(definition.title.length).toBeLessThanOrEqual(limits.external.titleCharacters);
          expect(definition.description.length).toBeLessThanOrEqual(limits.external.descriptionCharacters);
          expect(definition.timeoutSeconds).toBeGreaterThan(0);
          expect(definition.timeoutSeconds).toBeLessThanOrEqual(300);
        }
      }),
    );

    it(
      'gives definitions that every wire can write',
      withSource(async ({ source }) => {
        for (const wire of serverKinds) {
          const provider = await loadProvider(wire);
          const text = JSON.stringify(provider.definitions(source.tools().map((each) => each.definition)));
          for (const each of namesOf(source)) expect(text).toContain(`"${each}"`);
        }
      }),
    );

    it(
      'gives the same definition object for the same tool',
      withSource(({ source }) => {
        const before = source.tools().map(({ definition }) => definition);
        const after = source.tools().map(({ definition }) => definition);
        for (const [index, each] of after.entries()) expect(each).toBe(before[index]);
      }),
    );

    it(
      'is found by the registry while it is attached, and not after',
      withSource(({ source, refused }) => {
        const registry = createRegistry([]);
        if (source.id === builtInSource) {
          registry.add(source.tools().map(({ definition }) => definition));
          for (const each of namesOf(source)) expect(registry.sourceOf(each)).toBe(builtInSource);
          return;
        }
        const detach = registry.attach(source);
        for (const tool of source.tools()) {
          expect(registry.find(tool.definition.name)).toBe(tool.definition);
          expect(registry.answerOf(tool.definition)).toBe(tool.answer);
          expect(registry.sourceOf(tool.definition.name)).toBe(source.id);
        }
        for (const each of refused) expect(registry.find(each)).toBeUndefined();
        detach();
        expect(registry.names()).toEqual([]);
      }),
    );

    it(
      'answers in the engine exactly where it says so',
      withSource(({ source }) => {
        if (source.id === builtInSource) return expect(source.tools().every(hasNoAnswer)).toBe(true);
        for (const { definition, answer } of source.tools()) {
          expect(definition.runs).toBe('engine');
          expect(answer).toBeTypeOf('function');
        }
      }),
    );

    it(
      'answers with a value: a result, a failure, and the end of a call that was stopped',
      withSource(async ({ source, answers, fails }) => {
        const call = (wanted: string, signal = quiet().signal) =>
          toolOf(source, wanted).answer?.({}, { ...quiet(), signal });
        if (answers) {
          expect(await call(answers)).toMatchObject({ type: 'success' });
          expect(await call(answers, AbortSignal.abort())).toMatchObject({
            type: /success|error/,
          });
        }
        if (fails) expect(await call(fails)).toMatchObject({ type: 'error' });
      }),
    );

    it(
      'tells its listeners of a change until they leave, and gives another object for what changed only',
      withSource(async ({ source, change }) => {
        let heard = 0;
        const leave = source.onChange(() => heard++);
        if (!change) return leave();
        const before = new Map(source.tools().map(({ definition }) => [definition.name, definition]));
        const changed = await change();
        expect(heard).toBeGreaterThan(0);
        for (const { definition } of source.tools())
          if (definition.name === changed) expect(definition).not.toBe(before.get(changed));
          else expect(definition).toBe(before.get(definition.name) ?? definition);
        leave();
        leave();
        const told = heard;
        await change();
        expect(heard).toBe(told);
      }),
    );
  });
}

/** A source of the built-in tools, which run in a tool host or in the engine. */
export function builtIn(definitions: readonly ToolDefinition[]): ToolSource {
  return {
    id: builtInSource,
    tools: () => definitions.map((definition) => ({ definition })),
    refused: () => [],
    onChange: () => () => undefined,
  };
}

const hasNoAnswer = ({ answer }: SourceTool) => answer === undefined;

function namesOf(source: ToolSource): string[] {
  return source.tools().map(({ definition }) => definition.name);
}

function toolOf(source: ToolSource, name: string): SourceTool {
  const tool = source.tools().find(({ definition }) => definition.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}
