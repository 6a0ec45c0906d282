import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Returns milliseconds, without a decimal from 10 on. The space does not break. */
const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0م.ث`;

export const requestLog: Texts<typeof english> = {
  title: 'سجل الطلبات',
  hint: 'طلبات API إلى هذا المشروع في آخر سبعة أيام، بدون محتوى الطلبات وعناوين IP. قد تُجمع الطلبات المتشابهة خلال دقيقة.',
  forMembers: 'لا يمكن للمشاهدين قراءة سجل الطلبات.',
  none: 'لا توجد طلبات',
  time: 'الوقت',
  request: 'طلب',
  status: 'الحالة',
  statuses: { '2xx': 'نجاح (2xx)', '3xx': 'إعادة توجيه (3xx)', '4xx': 'خطأ من العميل (4xx)', '5xx': 'خطأ من الخادم (5xx)' },
  method: 'الطريقة',
  duration: 'المدة',
  milliseconds: formatDuration,
  average: (ms) => `${formatDuration(ms)} في المتوسط`,
  credential: 'بيانات الاعتماد',
  credentials: {
    api_key: 'مفتاح API',
    personal_token: 'رمز وصول شخصي',
    service_account: 'حساب خدمة',
    connected_app: 'تطبيق متصل',
    session: 'جلسة',
    shared_link: 'رابط مشترك',
  },
  noCredential: 'بدون',
  caller: 'مصدر الطلب',
  programs: 'المفاتيح والرموز',
  dashboard: 'لوحة التحكم وسطر الأوامر',
  everyone: 'كل المصادر',
  search: 'البحث في المسارات ومعرّفات الطلبات',
  open: (request) => `تفاصيل ${request}`,
  code: 'رمز الخطأ',
  id: 'معرّف الطلب',
  requests: 'الطلبات',
  notFound: 'لم يعد هذا الطلب في السجل.',
  combined: (count) =>
    plural(count, { zero: 'لا طلبات', one: 'طلب واحد', two: 'طلبان', few: '# طلبات', many: '# طلبًا', other: '# طلب' }),
};
