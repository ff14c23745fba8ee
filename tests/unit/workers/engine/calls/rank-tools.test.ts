/** A model finds the tool that it means by words. */
import { describe, expect, it } from 'vitest';
import { rankTools } from '#workers/engine/calls/rank-tools.ts';
import { manyTools } from '#tests/fixtures/many-tools.ts';

const find = async (query: string) =>
  (await rankTools(query, manyTools)).slice(0, 8).map(({ tool }) => tool.name);

describe('a search among 200 tools', () => {
  it.each([
    ['commit changes to git', 'git_commit'],
    ['git history', 'git_log'],
    ['switch branch', 'git_checkout'],
    ['wake me at 7, alarm', 'set_alarm'],
    ['remind me every monday', 'schedule_task'],
    ['add an appointment to the calendar', 'create_calendar_event'],
    ['where am I, location', 'get_location'],
    ['take a picture with the camera', 'take_photo'],
    ['record sound from the microphone', 'record_audio'],
    ['copy text to the clipboard', 'write_clipboard'],
    ['battery level', 'battery'],
    ['phone number of a contact', 'pick_contact'],
    ['rename or move a file', 'move_file'],
    ['background process output', 'manage_process'],
    ['what did we say in earlier chats', 'search_history'],
    ['notification', 'send_notification'],
    ['POST to an API', 'http_request'],
    ['archive invoice', 'mcp__server0__archive_invoice_39'],
    ['git_stash', 'git_stash'],
  ])('for "%s" finds %s', async (query, tool) => expect(await find(query)).toContain(tool));

  it.each(['', '   ', '\u0000', '!!!', 'the of and', 'x'.repeat(100_000), '__proto__ constructor'])(
    'for %j is answered',
    async (query) => expect(Array.isArray(await find(query))).toBe(true),
  );
});
