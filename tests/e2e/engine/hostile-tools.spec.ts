/**
 * Hostile code in place of each tool can use what that tool was granted during its call, and nothing else.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import type { JsonObject } from '#shared/json.ts';
import { engineTools } from '#workers/domains/load-all-tools.ts';
import { internalLoaders } from '#workers/tools/internal/index.ts';
import { attacks } from '#tests/fixtures/hostile/port-attacks.ts';
import { serve } from '../../../scripts/serve.mjs';
import { expect, test } from '../app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hostile = join(root, 'tests/fixtures/hostile/hostile-tool.js');

type Report = {
  calls: number;
  triesAfterCall: number;
  ports: number;
  handles: number;
  heard: string[];
  answers: string[];
};

const [documentTool = ''] = Object.keys(internalLoaders);

/** Tools that run in the engine, and are as trusted as it. */
const inEngine = new Set(engineTools.map(({ name }) => name));

const nothing: Report = { calls: 0, triesAfterCall: 0, ports: 0, handles: 0, heard: [], answers: [] };

/**
 * Copies the build and wraps the tool that each chunk exports in hostile code. Returns the names of the
 * tools.
 */
function possessBuild(url: string): { folder: string; tools: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  cpSync(join(root, 'dist-test'), folder, { recursive: true });
  cpSync(hostile, join(folder, 'assets/hostile-tool.js'));
  const tools = readdirSync(join(folder, 'assets')).flatMap((file) => {
    const path = join(folder, 'assets', file);
    const tool = possessChunk(path, file, url);
    return tool ?? [];
  });
  return { folder, tools };
}

/**
 * Wraps the tool in a chunk and returns its name; undefined for other chunks. Chunks have the name of their
 * file.
 */
function possessChunk(path: string, file: string, url: string): string | undefined {
  const [, kebab = ''] = /^([a-z-]+)-[\w-]{8}\.js$/.exec(file) ?? [];
  const name = kebab.replaceAll('-', '_');
  if (name === '' || name.startsWith('test') || inEngine.has(name)) return undefined;
  const code = readFileSync(path, 'utf8');
  const [whole, list = ''] = /export\{([^}]+)\};?\s*$/.exec(code) ?? [];
  // The bundler may put other values of the tool into its chunk.
  const all = list.split(',').map((each) => each.split(' as '));
  const others = all.length === 1 ? [] : all.filter(([, as]) => as !== toCamel(kebab));
  const [local, exported] = all.find((each) => !others.includes(each)) ?? [];
  if (whole === undefined || !local || !code.includes(`name:\`${name}\``)) return undefined;
  writeFileSync(
    path,
    `import{possess as possessTool}from"./hostile-tool.js";${code.slice(0, -whole.length)}` +
      `const possessed=possessTool(${local},${JSON.stringify(url)},${JSON.stringify(JSON.stringify(attacks))});export{${[`possessed as ${exported}`, ...others.map((each) => each.join(' as '))].join()}};`,
  );
  return name;
}

const toCamel = (kebab: string) => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type Definition = {
  name: string;
  parameters: { required?: string[]; properties: Record<string, JsonObject> };
};

/** Arguments that pass validation; hostile code ignores their content. */
function valuesFor({ name: tool, parameters }: Definition, url: string): JsonObject {
  const value = (name: string, { type, enum: options }: JsonObject) => {
    if (Array.isArray(options)) return options[0] ?? null;
    // `fetch_url` rejects private hosts before its code runs.
    if (name === 'url') return tool === 'fetch_url' ? 'https://public.example/' : `${url}/text`;
    if (type === 'array') return ['x.txt'];
    return type === 'string' ? 'x.txt' : 1;
  };
  return Object.fromEntries(
    (parameters.required ?? []).map((name) => [name, value(name, parameters.properties[name] ?? {})]),
  );
}

async function callTool(page: Page, name: string, values: JsonObject): Promise<Report> {
  const result = await page.evaluate(
    ([tool, params]) => window.oneclaw.tools.call(tool, JSON.parse(params) as Record<string, string>),
    [name, JSON.stringify(values)] as const,
  );
  expect.soft(result, name).toMatchObject({ status: 'success' });
  const text = result.status === 'success' && typeof result.result === 'string' ? result.result : '{}';
  // A long report is cut in the result; read the full text from its file.
  const [, file] = /'(\.results\/[^']+)'/.exec(text) ?? [];
  const full = file ? await page.evaluate((path) => window.oneclaw.files.read(path), file) : text;
  return { ...nothing, ...(JSON.parse(full) as Partial<Report>) };
}

/** Makes the engine itself use a tool host, as for previews and attachments; no model calls this tool. */
async function readDocument(page: Page): Promise<Report> {
  const { markdown } = await page.evaluate(() => window.oneclaw.files.readDocument('effects.txt'));
  return { ...nothing, ...(JSON.parse(markdown) as Partial<Report>) };
}

/** Whether the built-in functions in the realm of the engine are still unmodified. */
async function engineRealm(page: Page): Promise<unknown[]> {
  const engines = page.workers().filter((worker) => /engine/.test(worker.url()));
  return Promise.all(
    engines.map((engine) =>
      engine.evaluate(() => ({
        polluted: 'redTeam' in {},
        values: typeof Object.values === 'function' && /\[native code\]/.test(String(Object.values)),
      })),
    ),
  );
}

test('hostile code in a tool gets no other call, file handle, prototype or write, and nothing after its call', async ({
  page,
  context,
}) => {
  test.slow();
  const web = await startWebServer();
  const { folder, tools } = possessBuild(web.url);
  const server = await serve(folder, 0);
  try {
    const { port } = server.address() as AddressInfo;
    // A tool whose browser API is missing is not started, so define the APIs.
    await page.addInitScript(() => {
      for (const name of ['share', 'canShare', 'contacts'])
        Object.defineProperty(Navigator.prototype, name, { configurable: true, value: () => true });
    });
    await context.grantPermissions([
      ...['geolocation', 'notifications', 'clipboard-read', 'clipboard-write', 'camera', 'microphone'],
    ]);
    await page.goto(`http://localhost:${port}/`);
    await page.evaluate(() => window.oneclaw.ready);
    const definitions = (await page.evaluate(async (url) => {
      await window.oneclaw.permissions.allowHost(new URL(url).host);
      await window.oneclaw.files.write('secret.txt', 'SECRET-FILE');
      return window.oneclaw.tools.list();
    }, web.url)) as unknown as Definition[];
    const inHosts = definitions.filter(({ name }) => !inEngine.has(name) && !/^(test|mcp)_/.test(name));
    expect([...inHosts.map(({ name }) => name), documentTool].sort()).toEqual(tools.sort());

    const reports: Record<string, Report> = {};
    for (const { name, parameters } of inHosts) {
      const values = valuesFor({ name, parameters }, web.url);
      await callTool(page, name, values);
      // The victim: no other tool may see its arguments or ports.
      await page.evaluate(() => window.oneclaw.tools.call('test_effect', { name: 'SECRET-ARGUMENT' }));
      reports[name] = await callTool(page, name, values);
    }
    await readDocument(page);
    await page.evaluate(() => window.oneclaw.tools.call('test_effect', { name: 'SECRET-ARGUMENT' }));
    reports[documentTool] = await readDocument(page);

    for (const [tool, report] of Object.entries(reports)) {
      // All git tools are one program and share one host for the same grants.
      const own = report.heard.filter((message) =>
        message.includes(tool.startsWith('git_') ? '"tool":"git_' : `"tool":"${tool}"`),
      );
      expect
        .soft(
          report.heard.filter((message) => !own.includes(message)),
          `${tool} heard others`,
        )
        .toEqual([]);
      expect.soft(report.heard.join(), `${tool} saw arguments`).not.toContain('SECRET-ARGUMENT');
      expect.soft(report.handles, `${tool} held handles of the file system`).toBe(0);
      const comlink = report.answers.filter((answer) => /"id":"p\d"/.test(answer));
      expect.soft(comlink, `${tool} was answered in another protocol`).toEqual([]);
      expect.soft(report.triesAfterCall, `${tool} tried nothing after its call`).toBeGreaterThan(0);
    }
    const files = await page.evaluate(async () =>
      (await window.oneclaw.files.list('.')).map(({ name }) => name),
    );
    expect
      .soft(
        files.filter((name) => /pwned|after/.test(name)),
        'written without a grant',
      )
      .toEqual([]);
    expect.soft(files, 'moved away by a reader').toContain('effects.txt');
    expect
      .soft(
        [...web.hits.keys()].filter((path) => /pwned|after/.test(path)),
        'requested without a grant',
      )
      .toEqual([]);
    expect.soft(await engineRealm(page)).toEqual([{ polluted: false, values: true }]);
  } finally {
    server.close();
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
