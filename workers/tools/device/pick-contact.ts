/** A tool that lets the user choose people from their address book. */
import { contactFields, type PickedContact } from '#shared/tools/device-action.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { defineTool } from '../tool.ts';

export const pickContact = defineTool({
  name: 'pick_contact',
  title: 'Choose a contact',
  description:
    'Let the user choose people of their address book; you get the names, mail addresses, numbers or postal addresses they agree to.',
  category: 'device',
  parameters: {
    type: 'object',
    properties: {
      fields: {
        type: 'array',
        maxItems: 4,
        description: 'What you need to know. Defaults to name, email and tel.',
        items: { type: 'string', enum: contactFields, description: 'One field.' },
      },
      multiple: { type: 'boolean', default: false, description: 'Whether they may choose several.' },
    },
  },
  capabilities: ['host'],
  features: ['contacts'],
  returns: ['contacts'],
  contacts: { type: 'user' },
  timeoutSeconds: 60,
  waitsForUser: true,
  async execute({ fields = [], multiple = false }, { device }) {
    const wanted = fields.length > 0 ? [...new Set(fields)] : (['name', 'email', 'tel'] as const);
    const outcome = await device.ask({ type: 'pick-contacts', fields: wanted, multiple });
    const contacts = outcome.did === 'picked-contacts' ? outcome.contacts : [];
    if (contacts.length === 0) throw new ToolError('permission_denied', 'The user chose nobody.');
    return contacts.map(describe).join('\n\n');
  },
});

function describe(contact: PickedContact): string {
  const lines = contactFields.flatMap((field) => {
    const values = (contact[field] ?? []).filter((value) => value.trim() !== '');
    return values.length > 0 ? [`${field}: ${values.join('; ')}`] : [];
  });
  return lines.join('\n') || '(The contact has none of these fields.)';
}
