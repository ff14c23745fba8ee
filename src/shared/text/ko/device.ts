/** Models on this device, in Korean. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': '이 기기',
  'device.hint':
    '서버와 키 없이 이 기기에서 실행되는 모델이에요. 크기가 작아 서비스보다 느리고 성능도 낮지만, 입력한 내용이 기기 밖으로 나가지 않아요.',
  'device.built-in': '이 브라우저의 모델',
  'device.built-in-unsupported': '이 브라우저에는 없어요',
  'device.built-in-unavailable': '브라우저에 모델이 있지만 이 기기는 지원하지 않아요.',
  'device.built-in-downloadable':
    '브라우저에서 다운로드할 수 있어요. 한 번만 받으면 모든 웹사이트에서 쓸 수 있어요.',
  'device.built-in-downloading': '브라우저에서 다운로드하고 있어요.',
  'device.built-in-available': '사용 가능',
  'device.use': '채팅에서 사용',
  'device.use-named': '채팅에서 사용: {name}',
  'device.download': '다운로드',
  'device.downloading': '다운로드 중',
  'device.copying': '복사 중',
  'device.loading': '메모리로 불러오는 중',
  'device.percent': '{percent}%',
  'device.cancel': '취소',
  'device.cancel-named': '취소: {name}',
  'device.remove': '“{name}” 삭제',
  'device.remove-ask': '“{name}” 모델을 삭제하고 {size} 공간을 확보할까요?',
  'device.remove-now': '삭제',
  'device.keep': '유지',
  'device.removed': '“{name}” 모델을 삭제했어요.',
  'device.add': '모델 파일 추가',
  'device.choose': 'GGUF 파일 선택',
  'device.address': '또는 파일 주소',
  'device.address-hint': '버튼을 누를 때만 이 주소에서 기기로 다운로드해요.',
  'device.suggestions': '처음 쓰기 좋은 작은 모델',
  'device.added': '“{name}” 모델을 추가했어요({size}).',
  'device.error-not_gguf': 'GGUF 파일이 아니에요. 이름이 .gguf로 끝나는 파일을 선택하세요.',
  'device.error-name_taken': '같은 이름의 파일이 이미 있어요. 먼저 삭제하거나 새 파일의 이름을 바꾸세요.',
  'device.error-storage_full':
    '이 파일을 저장할 공간이 부족해요. 공간을 확보하거나 더 작은 모델을 선택하세요.',
  'device.error-cancelled': '취소했어요. 저장된 데이터는 없어요.',
  'device.error-bad_url': 'https://로 시작하는 웹 주소가 아니에요. 고친 다음 다시 시도해 주세요.',
  'device.error-unreachable':
    '이 주소에서 다운로드하지 못했어요. 주소와 연결을 확인하세요. 서버에서도 웹페이지를 허용해야 해요.',
  'device.error-cut': '파일이 중간에 끊겨 저장하지 않았어요. 다시 시도해 주세요.',
  'device.error-failed': '파일을 저장하지 못했어요. 다시 시도하거나 페이지를 먼저 새로고침하세요.',
};
