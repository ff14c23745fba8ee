/** Models on this device, in Arabic. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'على هذا الجهاز',
  'device.hint':
    'نماذج تعمل هنا بلا خادم وبلا مفتاح. هي صغيرة: أبطأ وأقل قدرة من الخدمات، لكن لا شيء مما تكتبه يغادر الجهاز.',
  'device.built-in': 'نموذج هذا المتصفح',
  'device.built-in-unsupported': 'غير متوفر في هذا المتصفح',
  'device.built-in-unavailable': 'في متصفحك نموذج، لكنه لا يعمل على هذا الجهاز.',
  'device.built-in-downloadable': 'يمكن لمتصفحك تنزيله مرة واحدة لكل مواقع الويب.',
  'device.built-in-downloading': 'متصفحك ينزّله الآن.',
  'device.built-in-available': 'جاهز',
  'device.use': 'استخدام في المحادثة',
  'device.use-named': 'استخدام في المحادثة: {name}',
  'device.download': 'تنزيل',
  'device.downloading': 'جارٍ التنزيل',
  'device.copying': 'جارٍ النسخ',
  'device.loading': 'جارٍ التحميل في الذاكرة',
  'device.percent': '{percent}%',
  'device.cancel': 'إلغاء',
  'device.cancel-named': 'إلغاء: {name}',
  'device.remove': 'حذف {name}',
  'device.remove-ask': 'هل تريد حذف {name} وتوفير {size}؟',
  'device.remove-now': 'حذف',
  'device.keep': 'إبقاء',
  'device.removed': 'تم حذف {name}.',
  'device.add': 'إضافة ملف نموذج',
  'device.choose': 'اختيار ملف GGUF',
  'device.address': 'أو عنوانه',
  'device.address-hint': 'يُنزَّل من هناك إلى هذا الجهاز عندما تضغط على الزر، وليس قبل ذلك.',
  'device.suggestions': 'نماذج صغيرة للبداية',
  'device.added': 'أصبح {name} هنا ({size}).',
  'device.error-not_gguf': 'هذا ليس ملف GGUF. اختر ملفًا امتداده gguf.',
  'device.error-name_taken': 'يوجد هنا ملف بهذا الاسم. احذفه أولًا، أو غيّر اسم الملف الجديد.',
  'device.error-storage_full': 'لا مساحة كافية لهذا الملف. وفّر بعض المساحة، أو اختر نموذجًا أصغر.',
  'device.error-cancelled': 'أُلغي التنزيل. لم يُحفظ منه شيء.',
  'device.error-bad_url': 'هذا ليس عنوان ويب يبدأ بـ https. صحّحه، ثم أعد المحاولة.',
  'device.error-unreachable':
    'تعذّر التنزيل من هذا العنوان. تحقق منه ومن اتصالك؛ ويجب أيضًا أن يسمح الخادم لصفحات الويب.',
  'device.error-cut': 'انقطع الملف قبل نهايته، ولم يُحفظ منه شيء. أعد المحاولة.',
  'device.error-failed': 'تعذّر حفظ الملف. أعد المحاولة، أو أعد تحميل الصفحة أولًا.',
};
