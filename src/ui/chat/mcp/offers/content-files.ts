/** What a server handed over, as files to attach, named after the server; and the words of a prompt as text to send. */
import type { McpContent, McpPromptText } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';

export function contentFiles(contents: readonly McpContent[], server: string): File[] {
  return contents.map((content, at) => {
    const name = `${cleanPart(server)} - ${nameIn(content) || at + 1}`;
    return content.type === 'text'
      ? new File([content.text], name, { type: content.mimeType || 'text/plain' })
      : new File([content.blob], name, { type: content.mimeType });
  });
}

/** Who speaks is said only where it is not the user throughout. */
export function promptWords({ messages }: McpPromptText): string {
  const isPlain = messages.every(({ role }) => role === 'user');
  return messages
    .flatMap(({ role, content }) => {
      const text = content
        .flatMap((part) => (part.type === 'text' && !part.uri ? [part.text] : []))
        .join('\n\n');
      if (text === '') return [];
      return [isPlain ? text : t(`offer.role-${role}`, { text })];
    })
    .join('\n\n');
}

/** The last part of its address. */
function nameIn(content: McpContent): string {
  const own = content.type === 'blob' ? content.name : undefined;
  return cleanPart(own ?? content.uri?.split(/[/?#]/).filter(Boolean).at(-1) ?? '');
}

/** Of a server's words, as a part of a file's name. */
export function cleanPart(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 80);
}
