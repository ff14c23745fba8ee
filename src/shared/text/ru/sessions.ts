/** The list of chats, in Russian. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'Переименовать',
  'session.title': 'Название',
  'session.save': 'Сохранить',
  'session.pin': 'Закрепить',
  'session.unpin': 'Открепить',
  'session.markdown': 'Экспорт в Markdown',
  'session.json': 'Экспорт в JSON',
  'session.delete': 'Удалить',
  'search.searching': 'Поиск…',
  'search.none': 'Ничего не найдено. Все слова должны быть в одном сообщении или результате.',
  'search.count': 'Найдено: {count}',
  'search.more': 'Искать в более ранних',
  'search.rest': 'Ещё в этом чате: {count}',
  'settings.titles': 'Автоматические названия чатов',
  'settings.titles-hint':
    'После первого ответа модель чата придумывает ему название. Это стоит несколько сотен токенов, которые входят в дневной лимит.',
  'incoming.failed': 'Не удалось прочитать то, чем вы поделились. Поделитесь ещё раз.',
  'install.offer': 'Установите OneClaw: он будет открываться как приложение и сохранит ваши чаты.',
  'install.now': 'Установить',
  'session.tokens': 'Токены на данный момент: {count}',
};
