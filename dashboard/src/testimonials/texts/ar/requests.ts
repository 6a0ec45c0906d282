import type { requests as english } from '../en/requests.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) =>
  plural(count, { zero: 'لا أشخاص', one: 'شخص واحد', two: 'شخصان', few: '# أشخاص', many: '# شخصًا', other: '# شخص' });

export const requests: Texts<typeof english> = {
  rules: 'القواعد',
  hint: 'تطلب القواعد شهادة من الأشخاص في لحظة مناسبة، مرة في السنة على الأكثر.',
  new: 'قاعدة جديدة',
  newTitle: 'طلب الشهادات',
  editTitle: 'تعديل القاعدة',
  none: 'لا توجد قواعد بعد',
  noneHint: 'اسأل الأشخاص عندما يستخدمون ما طلبوه، أو يبلغون هدفًا، أو يجدون إجابة مفيدة.',
  name: 'الاسم',
  trigger: 'متى',
  triggers: {
    release_used: 'استخدموا إصدارًا طلبوه',
    goal_reached: 'بلغوا هدفًا',
    answer_helpful: 'قيّموا إجابة بأنها مفيدة',
  },
  step: 'الهدف',
  steps: { event: 'الحدث', page: 'الصفحة' },
  event: 'اسم الحدث',
  page: 'مسار الصفحة',
  times: 'عدد المرات',
  reached: (step, times) =>
    `بلغ ${step}${times === 1 ? '' : ` ${plural(times, { one: 'مرة واحدة', two: 'مرتين', few: '# مرات', other: '# مرة' })}`}`,
  channel: 'كيف',
  channels: { mail: 'بالبريد', widget: 'في الأداة' },
  channelHints: {
    mail: 'يتلقى الأشخاص ذوو العنوان المؤكَّد رسالة واحدة، فيها رابط للرفض.',
    widget: 'يرى المستخدمون ذوو الرمز الموقَّع النموذج حيث تضمّنه بالسمة when-asked.',
  },
  message: 'جملتك الخاصة (اختياري)',
  questions: 'أسئلة إرشادية (اختياري)',
  questionsHint: 'سؤال في كل سطر، خمسة على الأكثر. تصبح الإجابات نصًا واحدًا يعدّله الأشخاص قبل إرساله.',
  defaultQuestions: ['ما المشكلة التي كانت لديك سابقًا؟', 'ما الذي تغيّر؟', 'لمن توصي به؟'],
  suggest: 'اقتراح أسئلة',
  reminder: 'تذكير',
  reminderHint: 'رسالة واحدة لمن لم يجب ولم يرفض.',
  noReminder: 'بلا تذكير',
  reminderAfter: (days) =>
    plural(days, { one: 'بعد يوم واحد', two: 'بعد يومين', few: 'بعد # أيام', many: 'بعد # يومًا', other: 'بعد # يوم' }),
  preview: 'معاينة',
  previewOf: (name) => `معاينة ${name}`,
  previews: { mail: 'الطلب', reminder: 'التذكير' },
  reminded: 'تم التذكير',
  enabled: 'سؤال الأشخاص',
  disabled: 'متوقفة مؤقتًا',
  results: 'النتائج',
  rates: (asked, answered, declined) => `سُئل ${people(asked)}، أجاب ${formatNumber(answered)}، رفض ${formatNumber(declined)}`,
  candidates: (count) => (count ? `سيُسأل الآن ${people(count)}` : 'لا أحد ليُسأل الآن'),
  create: 'إنشاء قاعدة',
  saved: 'تم حفظ القاعدة',
  editOf: (name) => `تعديل ${name}`,
  deleteOf: (name) => `حذف ${name}`,
  deleteTitle: (name) => `هل تريد حذف ${name}؟`,
  deleteHint: 'تبقى طلباتها، حتى لا يُسأل أحد مرتين في السنة.',
  asked: 'من سُئلوا',
  nobody: 'لم يُسأل أحد بعد',
  person: 'الشخص',
  erased: 'شخص غير معروف',
  about: 'حول',
  status: 'الحالة',
  statuses: { open: 'قيد الانتظار', answered: 'أجاب', declined: 'رفض' },
  when: 'وقت السؤال',
};
