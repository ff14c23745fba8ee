/** The choosers of the browser, for files and for contacts; each needs a tap. */
import { messageOf } from '#shared/message-of.ts';
import type { DeviceAction, DeviceOutcome, PickedContact } from '#shared/tools/device-action.ts';

/** Opens the file chooser. If the user closes it, they can open it again or dismiss the sheet. */
export function pickFiles(
  { accept, multiple }: DeviceAction & { type: 'pick-files' },
  onPick: (files: File[]) => void,
): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onPick(files);
  });
  input.click();
}

/** https://w3c.github.io/contact-picker/: on phones only; the DOM types lack it. */
type ContactsManager = {
  getProperties(): Promise<string[]>;
  select(fields: readonly string[], options: { multiple: boolean }): Promise<RawContact[]>;
};
type RawContact = { name?: string[]; email?: string[]; tel?: string[]; address?: RawAddress[] };
type RawAddress = Partial<
  Record<
    'organization' | 'recipient' | 'dependentLocality' | 'city' | 'region' | 'postalCode' | 'country',
    string
  >
> & { addressLine?: string[] };

/** Undefined if the user closed the chooser: they can open it again. */
export async function pickContacts({
  fields,
  multiple,
}: DeviceAction & { type: 'pick-contacts' }): Promise<DeviceOutcome | undefined> {
  const manager = Reflect.get(navigator, 'contacts') as ContactsManager;
  try {
    // A field that the address book does not have would make the browser refuse the whole request.
    const known = await manager.getProperties();
    const wanted = fields.filter((field) => known.includes(field));
    if (wanted.length === 0)
      return { did: 'failed', reason: `the address book of this device has no ${fields.join(', ')}` };
    const picked = await manager.select(wanted, { multiple });
    if (picked.length === 0) return undefined;
    return { did: 'picked-contacts', contacts: picked.map(readContact) };
  } catch (error) {
    return { did: 'failed', reason: messageOf(error) };
  }
}

function readContact({ name, email, tel, address }: RawContact): PickedContact {
  return {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(tel ? { tel } : {}),
    ...(address ? { address: address.map(readAddress) } : {}),
  };
}

function readAddress(address: RawAddress): string {
  const { organization, recipient, addressLine = [], dependentLocality, postalCode, city } = address;
  const town = [postalCode, city].filter(Boolean).join(' ');
  const { region, country } = address;
  return [organization, recipient, ...addressLine, dependentLocality, town, region, country]
    .filter(Boolean)
    .join(', ');
}
