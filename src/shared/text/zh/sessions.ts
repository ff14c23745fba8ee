/** The list of chats, in Chinese (simplified). */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': '重命名',
  'session.title': '标题',
  'session.save': '保存',
  'session.pin': '置顶',
  'session.unpin': '取消置顶',
  'session.markdown': '导出为 Markdown',
  'session.json': '导出为 JSON',
  'session.delete': '删除',
  'search.searching': '正在搜索…',
  'search.none': '没有找到。所有词必须出现在同一条消息或结果中。',
  'search.count': '找到 {count} 处',
  'search.more': '继续搜索更早的内容',
  'search.rest': '此聊天中还有 {count} 处',
  'settings.titles': '让模型为聊天命名',
  'settings.titles-hint': '首次回答之后，会请该聊天的模型写一个标题。这会花费几百个词元，并计入当天的预算。',
  'incoming.failed': '无法读取分享的内容。请再分享一次。',
  'install.offer': '安装 OneClaw 后，它会像应用一样打开，并保留你的聊天。',
  'install.now': '安装',
  'session.tokens': '至今 {count} 个 token',
};
