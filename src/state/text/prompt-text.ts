/** Title and explanation of a prompt. */
import { escapeInvisible } from '#shared/invisible.ts';
import { isPrivateName } from '#shared/private-names.ts';
import type { Danger, Prompt } from '#shared/tools/permission.ts';
import { permissionName } from './permission-name.ts';
import { t } from './text.ts';

/** `toolTitle`: the display name of its tool, where it is known. */
export function promptTitle({ subject, tool }: Prompt, toolTitle = tool): string {
  switch (subject.type) {
    case 'host':
      return t('prompt.title', { host: subject.host });
    case 'permission':
      return t('prompt.permission-title', { what: permissionName(subject.permission) });
    case 'git-token':
      return t('prompt.token-title', { host: subject.host });
    case 'approval':
    case 'device':
      return t('prompt.approval-title', { tool: toolTitle });
    case 'danger':
      return t('prompt.danger-title');
    case 'outgoing':
      return t('prompt.outgoing-title', { to: subject.to.name });
    case 'memory':
      return t(`prompt.memory-${subject.act}-title`);
    case 'question':
      return subject.question;
    case 'elicitation':
      // The server's message is shown below: as a title it could be mistaken for the app's words.
      return t('prompt.server-asks', { server: subject.server });
  }
}

/** Empty where the sheet explains the prompt itself. */
export function promptMeaning({ subject }: Prompt): string {
  switch (subject.type) {
    case 'host':
      return t(isPrivateName(subject.host.replace(/:\d+$/, '')) ? 'prompt.name-meaning' : 'prompt.meaning');
    case 'permission':
      return t('prompt.permission-meaning');
    case 'approval':
      return t(subject.isFromBrowser ? 'prompt.browser-meaning' : 'prompt.approval-meaning');
    case 'danger':
      return `${dangerText(subject.danger)} ${t('prompt.danger-meaning')}`;
    case 'git-token':
    case 'outgoing':
    case 'memory':
    case 'device':
    case 'question':
    case 'elicitation':
      return '';
  }
}

/** The command is isolated (Unicode bidi), because it runs left to right in every language. */
function dangerText(danger: Danger): string {
  if (danger.type === 'unchecked') return t('prompt.danger-unchecked');
  return t(`prompt.danger-${danger.type}`, { command: `\u2066${escapeInvisible(danger.command)}\u2069` });
}
