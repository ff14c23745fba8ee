/** Runs a script of package.json with its `pre` and `post` scripts: https://docs.npmjs.com/cli/using-npm/scripts */
import type { ExecResult } from 'just-bash/browser';
import { bytes, bytesOf, type CommandContext, CommandError, quote, runHere, stdinOf } from '../command.ts';
import { findPackage, type PackageFile } from './package-file.ts';

export type Wanted = { name: string; args: readonly string[]; isSilent: boolean };

export async function runPackageScript(
  { name, args, isSilent }: Wanted,
  context: CommandContext,
): Promise<ExecResult> {
  const found = await findPackage(context);
  const script = scriptOf(found, name);
  if (script === undefined) throw new CommandError(explainMissing(found, name));
  const steps = [
    { name: `pre${name}`, script: found.scripts[`pre${name}`] },
    { name, script: [script, ...args.map(quote)].join(' ') },
    { name: `post${name}`, script: found.scripts[`post${name}`] },
  ];
  const total = { stdout: '', stderr: '' };
  for (const step of steps) {
    if (step.script === undefined) continue;
    if (!isSilent) total.stdout += headOf(found, step.name, step.script);
    const result = await runStep(found, step.name, step.script, context);
    total.stdout += bytesOf(result);
    total.stderr += result.stderr;
    if (result.exitCode !== 0) return bytes(total.stdout, result.exitCode, total.stderr);
  }
  return bytes(total.stdout, 0, total.stderr);
}

function scriptOf({ scripts }: PackageFile, name: string): string | undefined {
  return Object.hasOwn(scripts, name) ? scripts[name] : undefined;
}

/** As npm prints it, with one character per byte. */
function headOf({ name, version }: PackageFile, step: string, script: string): string {
  const title = [name && version ? `${name}@${version}` : name, step].filter(Boolean).join(' ');
  return bytesOf({ stdout: `\n> ${title}\n> ${script}\n\n`, stderr: '', exitCode: 0 });
}

function runStep(
  { folder, name, version }: PackageFile,
  step: string,
  script: string,
  context: CommandContext,
): Promise<ExecResult> {
  const given = context.exportedEnv ?? {};
  const env = {
    ...given,
    ...{ npm_lifecycle_event: step, npm_lifecycle_script: script, npm_command: 'run-script' },
    ...{ npm_package_name: name, npm_package_version: version, npm_package_json: `${folder}/package.json` },
    ...{ npm_execpath: '/usr/bin/npm', npm_node_execpath: '/usr/bin/node', NODE: '/usr/bin/node' },
    ...{ INIT_CWD: context.cwd, PATH: `${folder}/node_modules/.bin:${given.PATH ?? '/usr/bin:/bin'}` },
  };
  const signal = context.signal ? { signal: context.signal } : {};
  return runHere(context, script, { cwd: folder, env, stdin: stdinOf(context), ...signal });
}

function explainMissing({ scripts, folder }: PackageFile, name: string): string {
  const names = Object.keys(scripts);
  const there =
    names.length === 0 ? `${folder}/package.json has no scripts` : `There are: ${names.join(', ')}`;
  return `Missing script: "${name}". ${there}`;
}

/** In the form of `npm run`. */
export function listScripts({ name, version, scripts }: PackageFile): string {
  const names = Object.keys(scripts);
  if (names.length === 0) return '';
  const life = names.filter((each) => /^(?:pre|post)?(?:test|start|stop|restart|install)$/.test(each));
  const others = names.filter((each) => !life.includes(each));
  const title = name && version ? `${name}@${version}` : name;
  const list = (all: readonly string[]) =>
    all.map((each) => `  ${each}\n    ${scripts[each] ?? ''}\n`).join('');
  const first = life.length > 0 ? `Lifecycle scripts included in ${title}:\n${list(life)}` : '';
  const second = others.length > 0 ? `available via \`npm run\`:\n${list(others)}` : '';
  return [first, second].filter(Boolean).join('\n');
}
