/** The interface in English; its keys are the type that every other language must fill. */

export const en = {
  'app.name': 'OneClaw',
  'nav.label': 'Main',
  'nav.menu': 'Menu',
  'nav.close': 'Close menu',
  'nav.chat': 'Chat',
  'nav.agents': 'Agents',
  'nav.tools': 'Tools',
  'nav.activity': 'Activity',
  'nav.settings': 'Settings',
  'nav.new-chat': 'New chat',
  'nav.back': 'Back',

  'sessions.label': 'Chats',
  'sessions.today': 'Today',
  'sessions.yesterday': 'Yesterday',
  'sessions.earlier': 'Earlier',
  'sessions.untitled': 'New chat',
  'sessions.delete': 'Delete {title}',
  'sessions.deleted': 'Chat deleted.',
  'sessions.running': 'Working',
  'sessions.asking': 'Needs you',

  'action.undo': 'Undo',
  'action.copied': 'Copied',
  'action.dismiss': 'Dismiss',
  'action.try-again': 'Try again',
  'action.reload': 'Reload',
  'action.open-settings': 'Open settings',
  'action.continue': 'Continue',
  'action.cancel': 'Cancel',

  'agent.everyday': 'Everyday',
  'provider.guide': 'Guide (no AI)',
  'agents.choose': 'Choose an agent for this chat',
  'agents.edit-all': 'Edit agents',
  'model.choose': 'Choose a model for this chat',
  'model.add': 'Add a model',

  'chat.log': 'Conversation',
  'chat.message': 'Message',
  'chat.send': 'Send',
  'chat.stop': 'Stop',
  'chat.queued': 'Queued, goes out when this is done',
  'chat.queue-remove': 'Remove queued message',
  'chat.to-bottom': 'Scroll to bottom',

  'greeting.guide':
    'Hello. I am the guide that comes with OneClaw. I am not an AI: I follow simple rules, but the tools I use are real, and everything stays in this browser.',
  'greeting.guide-next': 'Try one of these, or add a model to talk freely.',
  'greeting.model': 'What would you like to do?',
  'greeting.model-next': '{model} can use real tools here: files, the web, the time. Try one of these.',
  'greeting.this-model': 'this model',
  'suggestion.time': 'What time is it in Tokyo?',
  'suggestion.write': "Write 'buy milk' to notes/today.txt",
  'suggestion.chain': 'Write hello to a.txt and then read it back',
  'suggestion.list': 'List my files',

  'status.working': 'Working…',
  'status.tools': '{count} tools',
  'status.model-load': 'Reading the model into memory… {percent} %',
  'status.stopping': 'Stopping…',
  'status.asking': 'Waiting for your answer',
  'status.retry-busy': 'The server is busy. Trying again in {seconds} s',
  'status.retry-limit': 'Too many requests for now. Trying again in {seconds} s',
  'status.retry-other': 'The answer did not come through. Trying again in {seconds} s',

  'announce.answer': 'The answer is ready.',
  'announce.failed': 'The answer failed.',
  'announce.stopped': 'Stopped.',
  'announce.tool-done': '{name} finished.',
  'announce.tool-failed': '{name} failed.',

  'notify.ready': 'The answer is ready.',
  'notify.waiting': 'A question waits for you.',
  'notify.ended': 'It ended before it was complete.',

  'problem.engine-restarted': 'OneClaw had to restart its engine. What was saved is safe.',
  'problem.call-failed': 'That did not work. Try again; if it happens again, reload the page.',
  'problem.copy-failed': 'The browser did not allow copying.',
  'problem.load-failed': 'This part could not be loaded. Check your connection, then reload the page.',
  'problem.engine_failed': 'OneClaw could not start its engine. Check your connection, then reload the page.',
  'problem.broken-view':
    'This view could not be shown. Your chats are safe. Reload, or go elsewhere by the menu.',
  'problem.newer_database':
    'A newer version of OneClaw wrote the data in this browser. Reload the page to get that version.',
  'problem.no_storage':
    'OneClaw cannot work here: the browser does not let it store anything, and chats, files and keys need a place. Leave private browsing, or allow site data for this page, then reload.',

  'notice.log_full': 'The storage of this browser is full. New calls are not in the activity log for now.',
  'notice.log_failed': 'The activity log could not be written. Calls go on without it.',

  'prompt.permission-title': 'Allow OneClaw to use {what}?',
  'prompt.permission-meaning':
    'The tool {tool} needs it. Your browser asks you next, and remembers the answer.',
  'prompt.approval-title': 'Run {tool}?',
  'prompt.approval-meaning': 'This agent asks before it runs this tool. These are the exact arguments.',
  'prompt.once': 'Once',
  'prompt.session': 'In this chat',
  'prompt.always': 'Always',
  'permission.geolocation': 'your location',
  'permission.notifications': 'notifications',
  'permission.clipboard-read': 'what you copied',
  'permission.clipboard-write': 'the clipboard',
  'prompt.title': 'Allow OneClaw to reach {host}?',
  'prompt.meaning':
    'This address is on your own device or network. If you allow it, tools can read from it and send to it until you take it back in Settings.',
  'prompt.tool': 'Tool:',
  'prompt.chat': 'Chat: {title}',
  'prompt.allow': 'Allow',
  'prompt.deny': 'Not now',
  'prompt.more': '{count} more after this',

  'settings.built-in': 'Built in, works without a network',

  'update.ready': 'A new version is ready.',
  'update.replaced': 'A new version is running in another tab.',
  'update.reload': 'Reload now',

  'markdown.copy-code': 'Copy code',
  'markdown.image': 'Image: {alt}',
} as const;
