/** The list of chats, in English. */

export const sessions = {
  'session.rename': 'Rename',
  'session.title': 'Title',
  'session.save': 'Save',
  'session.pin': 'Pin to the top',
  'session.unpin': 'Unpin',
  'session.markdown': 'Export as Markdown',
  'session.json': 'Export as JSON',
  'session.delete': 'Delete',
  'search.searching': 'Searching…',
  'search.none': 'Nothing was found. Every word must be in the same message or result.',
  'search.count': '{count} found',
  'search.more': 'Search further back',
  'search.rest': '{count} more in this chat',
  'settings.titles': 'Let models name chats',
  'settings.titles-hint':
    'After the first answer, the model of the chat is asked for a title. It costs a few hundred tokens, which count in the budget of the day.',
  'incoming.failed': 'What was shared could not be read. Share it again.',
  'install.offer': 'Install OneClaw, and it opens like an app and keeps your chats.',
  'install.now': 'Install',
  'session.tokens': '{count} tokens so far',
} as const;
