/** The list of chats, in Korean. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': '이름 변경',
  'session.title': '제목',
  'session.save': '저장',
  'session.pin': '맨 위에 고정',
  'session.unpin': '고정 해제',
  'session.markdown': 'Markdown으로 내보내기',
  'session.json': 'JSON으로 내보내기',
  'session.delete': '삭제',
  'search.searching': '검색하는 중…',
  'search.none': '검색 결과가 없어요. 모든 단어가 같은 메시지나 결과에 있어야 해요.',
  'search.count': '{count}개 찾음',
  'search.more': '더 이전까지 검색',
  'search.rest': '이 채팅에 {count}개 더 있음',
  'settings.titles': '모델이 채팅 제목 짓기',
  'settings.titles-hint': '첫 답변 후 채팅의 모델에 제목을 요청해요. 수백 토큰이 들고 하루 한도에 포함돼요.',
  'incoming.failed': '공유된 내용을 읽지 못했어요. 다시 공유해 주세요.',
  'install.offer': 'OneClaw를 설치하면 앱처럼 열리고 채팅도 안전하게 보관돼요.',
  'install.now': '설치',
  'session.tokens': '지금까지 {count}토큰',
};
