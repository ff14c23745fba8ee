/** Converts a server's content and prompts to files to attach, named after the server. */
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

/** A prompt is the server's text, not the user's: it is attached as a file, like shared text. */
export function promptFiles(prompt: McpPromptText, title: string, server: string): File[] {
  const words = promptWords(prompt);
  const name = `${cleanPart(server)} - ${cleanPart(title)}.txt`;
  const others = prompt.messages.flatMap(({ content }) =>
    content.filter(({ type, uri }) => type === 'blob' || uri),
  );
  return [
    ...(words ? [new File([words], name, { type: 'text/plain' })] : []),
    ...contentFiles(others, server),
  ];
}

/** Speakers are named only where not all messages are the user's. */
function promptWords({ messages }: McpPromptText): string {
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

/** The last part of the address. */
function nameIn(content: McpContent): string {
  const own = content.type === 'blob' ? content.name : undefined;
  return cleanPart(own ?? content.uri?.split(/[/?#]/).filter(Boolean).at(-1) ?? '');
}

/** A server's text as part of a file name. */
function cleanPart(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 80);
}
