import type { effect as english } from '../../en/outcomes/effect.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) =>
  plural(days, { one: 'في اليوم الأول', two: 'في أول يومين', few: 'في أول # أيام', many: 'في أول # يومًا', other: 'في أول # يوم' });

export const effect: Texts<typeof english> = {
  title: 'أثر هذا الإصدار',
  table: 'الأرقام بعد الإصدار',
  figure: 'الرقم',
  since: 'منذ الإصدار',
  usual: 'المدى المعتاد',
  verdict: 'النتيجة',
  metrics: {
    success: 'أحداث النجاح',
    conversion_rate: 'معدل التحويل',
    bounce_rate: 'معدل الارتداد',
    feedback: 'ملاحظات جديدة',
  },
  conversion: (goal) => `التحويل: ${goal}`,
  verdicts: { rise: 'أعلى', fall: 'أدنى', none: 'بلا أثر ظاهر', unknown: 'بيانات قليلة جدًا' },
  none: (days, unknown) =>
    `بلا أثر ظاهر ${inDays(days)}: ${unknown ? 'الأرقام ذات البيانات الكافية' : 'كل الأرقام'} ضمن مداها المعتاد.`,
  visible: (name, isRise, after, range) => `${name}: ${isRise ? 'ارتفاع' : 'انخفاض'} إلى ${after}، وعادةً ${range}.`,
  unknown: 'البيانات قليلة جدًا: يتطلب المدى المعتاد أربعة أسابيع كاملة قبل الإصدار.',
  tooEarly: 'تظهر الأرقام الأولى بعد انتهاء يوم النشر.',
  others: (count) =>
    count === 1
      ? 'نُشر عنصر آخر في الأيام نفسها، وقد يكون السبب.'
      : `نُشرت عناصر أخرى (${formatNumber(count)}) في الأيام نفسها، وقد تكون السبب.`,
  hint: 'مقارنةً بأيام الأسبوع نفسها في الأسابيع الثمانية السابقة. يقع رقم واحد من كل عشرين خارج مداه بالصدفة.',
};
