/** A character card, version 1 to 3: a role as instructions. https://github.com/malfoyslastname/character-card-spec-v2 */
import type { AgentDraft } from '#shared/agents/agent.ts';
import { firstText, readName } from '#shared/agents/read-agent.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type { LeftOutList } from '../left-out.ts';

/** In the order in which clients put them into a prompt. */
const promptFields = ['system_prompt', 'description', 'personality', 'scenario', 'mes_example'] as const;

export function isCharacterCard(value: JsonObject): boolean {
  const isNamed = typeof value.spec === 'string' && value.spec.startsWith('chara_card_v');
  const isFirst = ['name', 'personality', 'first_mes'].every((key) => typeof value[key] === 'string');
  return (isNamed && isJsonObject(value.data)) || isFirst;
}

/** A card has no tools. Greetings and texts for a certain position in a chat are left out. */
export function readCharacterCard(value: JsonObject, left: LeftOutList): AgentDraft {
  const card = isJsonObject(value.data) ? value.data : value;
  const name = readName(card.name);
  left.rest(card, ['name', 'spec', 'spec_version', ...promptFields]);
  const parts = promptFields.map((key) => firstText(card[key]).trim()).filter((part) => part !== '');
  return { name, systemPrompt: fillIn(parts.join('\n\n'), name), tools: [] };
}

/** The placeholders of the format; `{{original}}` stands for instructions of the client, of which there are none. */
function fillIn(text: string, name: string): string {
  return text
    .replace(/\{\{char\}\}|<BOT>/gi, () => name || 'the character')
    .replace(/\{\{user\}\}|<USER>/gi, 'the user')
    .replace(/\{\{original\}\}/gi, '')
    .trim();
}
