import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) =>
  plural(count, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' });

export const broadcasts: Texts<typeof english> = {
  title: 'الرسائل الجماعية',
  new: 'رسالة جماعية جديدة…',
  newTitle: 'رسالة جماعية جديدة',
  empty: 'لا توجد رسائل جماعية بعد',
  subject: 'الموضوع',
  text: 'النص',
  textHint: 'Markdown: **غامق**، [روابط](https://…)، قوائم.',
  hint: 'لا يتلقى شيئًا من لم يؤكدوا عنوانهم ومن ألغوا اشتراكهم.',
  counting: 'جارٍ عدّ المستلمين…',
  receive: (count) => `سيُرسل إلى ${people(count)}`,
  preview: 'معاينة',
  test: 'إرسال تجربة إلى نفسك',
  tested: 'أُرسلت رسالة تجريبية إلى عنوانك',
  send: (count) => `إرسال إلى ${people(count)}`,
  nobody: 'لا أحد مطابق',
  sentTo: (count) => `يجري إرسال الرسالة الجماعية إلى ${people(count)}`,
  recipients: 'المستلمون',
  delivered: 'تم التسليم',
  failed: 'فشل',
  unsubscribed: 'ألغوا الاشتراك',
  sent: 'مرسلة',
  sending: 'جارٍ الإرسال',
  incomplete: 'غير مكتملة',
  stopped: {
    filter: 'حُذفت الشريحة أو المكافأة أو السؤال في عامل تصفيتها.',
    error: 'فشل الإرسال عدة مرات.',
  },
  resume: 'استئناف',
  resumed: 'استؤنفت الرسالة الجماعية',
};
