/** Models on this device, in Russian. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'На этом устройстве',
  'device.hint':
    'Модели, которые работают здесь, без сервера и ключа. Они небольшие: медленнее и слабее сервисов, зато всё, что вы пишете, остаётся на устройстве.',
  'device.built-in': 'Модель этого браузера',
  'device.built-in-unsupported': 'Нет в этом браузере',
  'device.built-in-unavailable': 'У браузера она есть, но не для этого устройства.',
  'device.built-in-downloadable': 'Браузер может скачать её один раз для всех сайтов.',
  'device.built-in-downloading': 'Браузер скачивает её.',
  'device.built-in-available': 'Готова',
  'device.use': 'Выбрать для чата',
  'device.use-named': 'Выбрать для чата: {name}',
  'device.download': 'Скачать',
  'device.downloading': 'Скачивание',
  'device.copying': 'Копирование',
  'device.loading': 'Загрузка в память',
  'device.percent': '{percent} %',
  'device.cancel': 'Отмена',
  'device.cancel-named': 'Отмена: {name}',
  'device.remove': 'Удалить {name}',
  'device.remove-ask': 'Удалить {name} и освободить {size}?',
  'device.remove-now': 'Удалить',
  'device.keep': 'Оставить',
  'device.removed': 'Файл {name} удалён.',
  'device.add': 'Добавить файл модели',
  'device.choose': 'Выбрать файл GGUF',
  'device.address': 'Или его адрес',
  'device.address-hint': 'Скачивается оттуда на это устройство, только когда вы нажмёте кнопку.',
  'device.suggestions': 'Небольшие модели для начала',
  'device.added': 'Файл {name} теперь здесь ({size}).',
  'device.error-not_gguf': 'Это не файл GGUF. Выберите файл, имя которого заканчивается на .gguf.',
  'device.error-name_taken': 'Файл с таким именем здесь уже есть. Удалите его или переименуйте новый.',
  'device.error-storage_full':
    'Для этого файла не хватает места. Освободите место или выберите модель поменьше.',
  'device.error-cancelled': 'Отменено. Ничего не сохранено.',
  'device.error-bad_url':
    'Это не веб-адрес, который начинается с https://. Исправьте его и повторите попытку.',
  'device.error-unreachable':
    'С этого адреса ничего не удалось скачать. Проверьте его и подключение; сервер также должен разрешать доступ веб-страницам.',
  'device.error-cut': 'Файл оборвался, не дойдя до конца, и ничего не сохранено. Повторите попытку.',
  'device.error-failed': 'Не удалось сохранить файл. Повторите попытку или сначала обновите страницу.',
};
