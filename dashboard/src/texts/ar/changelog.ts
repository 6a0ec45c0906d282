import type * as english from '../en/changelog.ts';
import { formatNumber, plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

const renderPending = (pending: number) => (pending ? `، بانتظار التأكيد: ${formatNumber(pending)}` : '');

export const changelog: Texts<typeof english.changelog> = {
  title: 'الجديد',
  new: 'عنصر جديد',
  statuses: { draft: 'مسودة', scheduled: 'مجدول', published: 'منشور' },
  types: { feature: 'ميزة', improvement: 'تحسين', fix: 'إصلاح', breaking: 'تغيير جذري' },
  search: 'البحث في العناصر',
  filters: 'عوامل التصفية',
  status: 'الحالة',
  list: 'العناصر',
  moreTags: (tags) => `المزيد من الوسوم: ${tags.join('، ')}`,
  subscribers: ({ confirmed, pending }) =>
    `${plural(confirmed, { zero: 'لا مشتركين مؤكَّدين', one: 'مشترك مؤكَّد واحد', two: 'مشتركان مؤكَّدان', few: '# مشتركين مؤكَّدين', many: '# مشتركًا مؤكَّدًا', other: '# مشترك مؤكَّد' })}${renderPending(pending)}`,
  empty: 'لا توجد عناصر بعد',
  emptyHint: 'أعلن التغييرات لمستخدميك. اربط الملاحظات لإشعار من طلبوا التغيير.',
  noMatches: 'لا توجد عناصر تطابق عوامل التصفية هذه',
  untitled: 'بدون عنوان',
  edit: 'تعديل العنصر',
  entryTitle: 'العنوان',
  content: 'النص',
  contentHint: 'أفلت الصور أو الصقها. اكتب / لإدراج العناوين والقوائم والجداول.',
  history: 'سجل الإصدارات',
  duplicate: 'تكرار',
  duplicated: 'أُنشئت مسودة من هذا العنصر',
  copyOf: (title) => `نسخة من ${title}`,
  everyone: 'الجميع',
  type: 'النوع',
  version: 'الإصدار',
  tags: 'الوسوم',
  details: 'التفاصيل',
  feedback: 'الملاحظات المرتبطة',
  feedbackHint: 'عند النشر تنتقل هذه العناصر إلى «تم» ويُشعَر متابعوها.',
  addFeedback: 'ربط ملاحظات',
  removeFeedback: (title) => `إلغاء ربط ${title}`,
  noFeedback: 'لا ملاحظات مرتبطة',
  findFeedback: 'البحث في الملاحظات',
  update: 'حفظ التغييرات',
  publish: 'نشر…',
  publishNow: 'نشر الآن',
  publishTitle: 'هل تريد نشر هذا العنصر؟',
  people: (count, pending) =>
    count === 0
      ? `لن تُرسل رسائل: لا يوجد مشتركون مؤكَّدون بعد${renderPending(pending)}.`
      : `ستُرسل رسالة إلى ${plural(count, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' })}.`,
  ofWhich: 'ومنهم:',
  changelogSubscribers: (count) =>
    plural(count, {
      zero: 'لا مشتركين مؤكَّدين في «الجديد»',
      one: 'مشترك مؤكَّد واحد في «الجديد»',
      two: 'مشتركان مؤكَّدان في «الجديد»',
      few: '# مشتركين مؤكَّدين في «الجديد»',
      many: '# مشتركًا مؤكَّدًا في «الجديد»',
      other: '# مشترك مؤكَّد في «الجديد»',
    }),
  followers: (count, title) =>
    `${plural(count, { zero: 'لا متابعين', one: 'متابع واحد', two: 'متابعان', few: '# متابعين', many: '# متابعًا', other: '# متابع' })} لـ «${title}»`,
  published: 'تم نشر العنصر',
  open: 'فتح العنصر',
  publishOptions: 'طرق أخرى للنشر',
  preview: 'معاينة',
  previews: { page: 'الصفحة', mail: 'البريد', widget: 'الأداة' },
  cover: 'صورة الغلاف',
  coverAlt: 'وصف الصورة',
  coverAltHint: 'للأشخاص الذين لا يرون الصورة.',
  views: (count) =>
    plural(count, { zero: 'لا مشاهدات', one: 'مشاهدة واحدة', two: 'مشاهدتان', few: '# مشاهدات', other: '# مشاهدة' }),
  reactions: { like: 'الإعجابات', love: 'المحبة', celebrate: 'الاحتفالات' },
  schedule: 'جدولة…',
  scheduleNow: 'جدولة',
  reschedule: 'تغيير الوقت…',
  scheduleTitle: 'جدولة هذا العنصر',
  scheduleAt: 'التاريخ والوقت',
  scheduleZone: (zone) => `المنطقة الزمنية للمشروع: ${zone}`,
  scheduled: (when) => `مجدول في ${when}`,
  unschedule: 'إلغاء الجدولة',
  unpublish: 'إلغاء النشر',
  unpublished: 'عاد العنصر مسودة. لا يمكن استرجاع الرسائل المرسلة.',
  delete: 'حذف',
  deleteTitle: 'هل تريد حذف هذا العنصر؟',
  deleteHint: 'ستتوقف الروابط المؤدية إلى هذا العنصر عن العمل. لا يمكن التراجع عن ذلك.',
  deleted: 'تم الحذف',
};

export const announcing: Texts<typeof english.announcing> = {
  label: 'الإعلان داخل المنتج',
  hint: 'تعرض الأدوات العنصر المنشور مرة واحدة لكل زائر.',
  forms: { none: 'لا', banner: 'شريط إعلان', popup: 'نافذة منبثقة' },
  until: 'الإعلان حتى',
  untilHint: 'بدون وقت، لا ينتهي الإعلان.',
  list: 'القائمة',
};

export const subscriberList: Texts<typeof english.subscriberList> = {
  tabs: { entries: 'العناصر', subscribers: 'المشتركون' },
  title: 'المشتركون',
  add: 'إضافة مشتركين…',
  addTitle: 'إضافة مشتركين',
  addHint: 'يتلقى كل عنوان رسالة واحدة تطلب التأكيد. لا يُشترك أحد بدونه.',
  addresses: 'عناوين البريد الإلكتروني',
  addressesHint: 'الصق عناوين أو محتوى ملف CSV.',
  chooseFile: 'اختيار ملف CSV…',
  found: (count) =>
    `تم العثور على ${plural(count, { one: 'عنوان واحد', two: 'عنوانين', few: '# عناوين', many: '# عنوانًا', other: '# عنوان' })}`,
  tooMany: (max) =>
    `أضف ${plural(max, { one: 'عنوانًا واحدًا', two: 'عنوانين', few: '# عناوين', many: '# عنوانًا', other: '# عنوان' })} على الأكثر دفعة واحدة`,
  noAddress: 'لم يُعثر على عنوان بريد إلكتروني',
  send: 'إرسال رسائل التأكيد',
  asked: (asked, skipped) =>
    `طُلب التأكيد من ${plural(asked, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' })}${skipped ? `، تم تخطي ${formatNumber(skipped)}` : ''}`,
  email: 'البريد الإلكتروني',
  status: 'الحالة',
  since: 'تاريخ الإضافة',
  statuses: { confirmed: 'مؤكَّد', pending: 'غير مؤكَّد' },
  remove: 'إزالة',
  removeOf: (email) => `إزالة ${email}`,
  removeTitle: (email) => `هل تريد إزالة ${email}؟`,
  removeHint: 'لن يتلقى العنوان رسائل عن العناصر بعد الآن، ويمكنه الاشتراك مرة أخرى.',
  removed: 'تمت إزالة المشترك',
  none: 'لا يوجد مشتركون بعد',
  noneHint: 'يشترك الأشخاص في صفحة «الجديد» وفي الأدوات. يمكنك إضافة عناوين أيضًا.',
  noMatches: 'لا مشتركين بهذه الحالة',
  forMembers: 'المشتركون مرئيون للأعضاء فقط',
};
