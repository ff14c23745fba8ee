/** EvoClaw's list of capabilities, which allows, as the list of this app, which denies. */
import { isJsonObject } from '#shared/json.ts';
import { capabilities, type Capability } from '#shared/tools/tool.ts';
import type { LeftParts } from './left-out.ts';

/** What may run commands may run scripts. */
const meanings: Readonly<Record<string, readonly Capability[]>> = {
  file_read: ['files.read'],
  file_write: ['files.write'],
  shell: ['shell', 'code'],
  network: ['network', 'search'],
  git: ['git'],
  session: ['sessions'],
  sessions: ['sessions'],
  models: ['models'],
};

/** Fails closed: an unknown name allows nothing. */
export function capabilitiesOutside(allowed: unknown, left: LeftParts): Capability[] {
  const listed: unknown[] = Array.isArray(allowed)
    ? allowed
    : isJsonObject(allowed)
      ? Object.keys(allowed).filter((name) => allowed[name] === true)
      : [];
  if (!Array.isArray(allowed) && !isJsonObject(allowed)) left.add('capabilities', 'unreadable');
  const names = listed.flatMap((name): readonly Capability[] => {
    const known = typeof name === 'string' ? capabilityOf(name) : undefined;
    if (!known) left.add(`capabilities.${String(name)}`, 'unsupported');
    return known ?? [];
  });
  return capabilities.filter((each) => !names.includes(each));
}

function capabilityOf(name: string): readonly Capability[] | undefined {
  if (Object.hasOwn(meanings, name)) return meanings[name];
  const own = capabilities.find((each) => each === name);
  return own && [own];
}
