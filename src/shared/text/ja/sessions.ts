/** The list of chats, in Japanese. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': '名前を変更',
  'session.title': 'タイトル',
  'session.save': '保存',
  'session.pin': 'ピン留めする',
  'session.unpin': 'ピン留めを外す',
  'session.markdown': 'Markdownでエクスポート',
  'session.json': 'JSONでエクスポート',
  'session.delete': '削除',
  'search.searching': '検索しています…',
  'search.none':
    '見つかりませんでした。すべての単語が、同じメッセージまたは結果に含まれている必要があります。',
  'search.count': '{count}件見つかりました',
  'search.more': 'さらに前を検索',
  'search.rest': 'このチャットにあと{count}件',
  'settings.titles': 'チャットの名前をモデルが付ける',
  'settings.titles-hint':
    '最初の回答の後に、チャットのモデルにタイトルを考えさせます。数百トークンかかり、1日の上限に含まれます。',
  'incoming.failed': '共有された内容を読み込めませんでした。もう一度共有してください。',
  'install.offer': 'OneClawをインストールすると、アプリのように開けて、チャットも消えにくくなります。',
  'install.now': 'インストール',
  'session.tokens': 'これまでに{count}トークン',
};
