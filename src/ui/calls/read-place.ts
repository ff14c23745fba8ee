/** Parses the position out of a result of `get_location`, which is text for the model. */
import { contentText } from '#shared/conversation/content.ts';
import type { ToolResult } from '#shared/tools/tool.ts';

type Place = { latitude: string; longitude: string };

export function readPlace(tool: string, result: ToolResult): Place | null {
  if (tool !== 'get_location' || result.status === 'error') return null;
  const text = contentText(result.result);
  const latitude = numberAfter('Latitude', text);
  const longitude = numberAfter('Longitude', text);
  return latitude && longitude ? { latitude, longitude } : null;
}

function numberAfter(label: string, text: string): string | undefined {
  return new RegExp(`^${label}: (-?\\d{1,3}\\.\\d{1,9})$`, 'm').exec(text)?.[1];
}
