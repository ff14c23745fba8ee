/** The list of chats, in Arabic. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'إعادة التسمية',
  'session.title': 'العنوان',
  'session.save': 'حفظ',
  'session.pin': 'تثبيت في الأعلى',
  'session.unpin': 'إلغاء التثبيت',
  'session.markdown': 'تصدير بتنسيق Markdown',
  'session.json': 'تصدير بتنسيق JSON',
  'session.delete': 'حذف',
  'search.searching': 'جارٍ البحث…',
  'search.none': 'لم يُعثر على شيء. يجب أن ترد كل الكلمات في الرسالة نفسها أو النتيجة نفسها.',
  'search.count': 'النتائج: {count}',
  'search.more': 'البحث في الأقدم',
  'search.rest': 'نتائج أخرى في هذه المحادثة: {count}',
  'settings.titles': 'السماح للنماذج بتسمية المحادثات',
  'settings.titles-hint':
    'بعد الرد الأول، يُطلب من نموذج المحادثة عنوان لها. يكلف ذلك بضع مئات من الرموز، وتُحتسب ضمن الحد اليومي.',
  'incoming.failed': 'تعذّرت قراءة ما تمت مشاركته. شاركه مرة أخرى.',
  'install.offer': 'ثبّت OneClaw ليُفتح كتطبيق ويحتفظ بمحادثاتك.',
  'install.now': 'تثبيت',
  'session.tokens': 'الرموز حتى الآن: {count}',
};
