/** Converts EvoClaw's list of allowed capabilities into this app's list of denied ones. */
import { isJsonObject, type Json } from '#shared/json.ts';
import { capabilities, type Capability } from '#shared/tools/tool.ts';
import { entryName, type LeftOutList } from './left-out.ts';

/** By EvoClaw's name. An agent that may run shell commands may also run scripts. */
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

/** Fails closed: an unknown name allows nothing, nor does a value that is not a boolean. */
export function deniedCapabilities(allowed: Json, left: LeftOutList): Capability[] {
  if (!Array.isArray(allowed) && !isJsonObject(allowed)) left.add('capabilities', 'unreadable');
  const listed: readonly (readonly [name: Json, isAllowed: Json])[] = Array.isArray(allowed)
    ? allowed.map((name) => [name, true] as const)
    : isJsonObject(allowed)
      ? Object.entries(allowed)
      : [];
  const names = listed.flatMap(([name, isAllowed]): readonly Capability[] => {
    const known = typeof name === 'string' ? capabilityOf(name) : undefined;
    if (!known) left.add(`capabilities.${entryName(name)}`, 'unsupported');
    else if (typeof isAllowed !== 'boolean') left.add(`capabilities.${entryName(name)}`, 'stricter');
    return known && isAllowed === true ? known : [];
  });
  return capabilities.filter((each) => !names.includes(each));
}

function capabilityOf(name: string): readonly Capability[] | undefined {
  if (Object.hasOwn(meanings, name)) return meanings[name];
  const own = capabilities.find((each) => each === name);
  return own && [own];
}
