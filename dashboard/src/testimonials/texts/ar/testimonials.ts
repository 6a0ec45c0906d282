import type { testimonials as english } from '../en/testimonials.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonials: Texts<typeof english> = {
  title: 'الشهادات',
  queue: 'قائمة المراجعة',
  wall: 'الجدار',
  requests: 'الطلبات',
  statuses: { pending: 'معلّقة', approved: 'مقبولة', rejected: 'مرفوضة' },
  more: (name) => `المزيد من إجراءات شهادة ${name}`,
  approve: 'موافقة',
  reject: 'رفض',
  reopen: 'نقل إلى المعلّقة',
  feature: 'تمييز',
  featured: 'مميّزة',
  unfeature: 'إزالة من المميّزة',
  approved: 'تمت الموافقة',
  rejected: 'تم الرفض',
  reopened: 'نُقلت إلى المعلّقة',
  changed: 'تم التغيير',
  delete: 'حذف',
  deleteTitle: 'هل تريد حذف هذه الشهادة؟',
  deleteHint: 'لا يمكن التراجع عن ذلك. للاحتفاظ بالشهادة، ارفضها بدلًا من حذفها.',
  stars: (rating) => `${rating} من 5 نجوم`,
  disclosures: { none: 'بدون إفصاح', incentive: 'حصل على مقابل', affiliated: 'عضو في الفريق' },
  consent: (version, when) => `موافقة على الإصدار ${version} في ${when}`,
  noConsent: 'لا موافقة مسجّلة',
  answers: 'الإجابات عن أسئلتك',
  tags: 'الوسوم',
  keys: {
    next: 'الشهادة التالية',
    previous: 'الشهادة السابقة',
    approve: 'موافقة',
    reject: 'رفض',
    feature: 'تمييز',
    select: 'تحديد الشهادة',
    selectNext: 'توسيع التحديد لأسفل',
    selectPrevious: 'توسيع التحديد لأعلى',
    clearSelection: 'إلغاء التحديد',
  },
  search: 'البحث في الشهادات',
  noMatch: 'لا شهادات تطابق بحثك',
  withCount: (status, count) => `${status} ${formatNumber(count)}`,
  ask: 'طلب شهادات',
  select: (author) => `تحديد شهادة ${author}`,
  selected: (count) => `تم تحديد ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })}`,
  clearSelection: 'إلغاء التحديد',
  selectAll: 'تحديد كل ما في هذه الصفحة',
  bulk: {
    approve: (count) =>
      count === 1
        ? 'تمت الموافقة'
        : `تمت الموافقة على ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })}`,
    reject: (count) =>
      count === 1
        ? 'تم الرفض'
        : `تم رفض ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })}`,
    reopen: (count) =>
      count === 1
        ? 'نُقلت إلى المعلّقة'
        : `تم نقل ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })} إلى المعلّقة`,
    delete: (count) =>
      count === 1
        ? 'تم حذف الشهادة'
        : `تم حذف ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })}`,
  },
  deleteMany: (count) =>
    count === 1
      ? 'هل تريد حذف هذه الشهادة؟'
      : `هل تريد حذف ${plural(count, { one: 'شهادة واحدة', two: 'شهادتين', few: '# شهادات', other: '# شهادة' })}؟`,
  emptyPending: 'لا توجد شهادات معلّقة',
  emptyPendingHint: 'تُنشر الشهادات بعد موافقتك عليها.',
  emptyOther: 'لا توجد شهادات',
  form: 'رمز التضمين',
  html: 'HTML',
  share: 'رابط النموذج',
  list: 'الشهادات',
  summary: (count, average) => `المقبولة: ${formatNumber(count)}، المتوسط ${average} من 5 نجوم`,
  noneApproved: 'لا شيء مقبول بعد',
  source: 'المصدر',
};
