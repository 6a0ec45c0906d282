import type { segments as english } from '../../en/people/segments.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatCount = (count: number) =>
  plural(count, {
    zero: 'لا أشخاص مطابقون',
    one: 'شخص واحد مطابق',
    two: 'شخصان مطابقان',
    few: '# أشخاص مطابقون',
    many: '# شخصًا مطابقًا',
    other: '# شخص مطابق',
  });

/** Texts about segments of people. */
export const segments: Texts<typeof english> = {
  segment: 'الشريحة',
  everyone: 'كل الأشخاص',
  ofPeople: 'شريحة أشخاص',
  allVisitors: 'كل الزوار',
  choose: 'اختيار شريحة',
  none: 'لا توجد شرائح بعد. أنشئ واحدة في شاشة الأشخاص.',
  new: 'شريحة جديدة…',
  edit: 'تعديل الشريحة…',
  delete: 'حذف الشريحة…',
  newTitle: 'شريحة جديدة',
  editTitle: 'تعديل الشريحة',
  deleteTitle: (name) => `هل تريد حذف الشريحة «⁨${name}⁩»؟`,
  deleteHint: 'يبقى الأشخاص محفوظين. لا يمكن حذف شريحة تستخدمها لوحة.',
  name: 'الاسم',
  match: 'يستوفي الأشخاص',
  matches: { all: 'كل الشروط', any: 'شرطًا واحدًا على الأقل' },
  condition: (number) => `الشرط ${number}`,
  removeCondition: (number) => `إزالة الشرط ${number}`,
  addCondition: 'إضافة شرط',
  kind: 'حول',
  kinds: {
    attribute: 'سمة الشخص',
    company_attribute: 'سمة الشركة',
    company: 'الشركة',
    last_seen: 'آخر ظهور',
    event: 'الحدث',
    page: 'مشاهدة صفحة',
    feedback: 'إرسال ملاحظات',
    vote: 'الأصوات',
  },
  chooseAttribute: 'اختيار…',
  noAttributes: 'لا توجد سمات بعد',
  companyId: 'معرّف الشركة',
  event: 'اسم الحدث',
  page: 'مسار الصفحة',
  did: 'السلوك',
  dids: { yes: 'فعل', no: 'لم يفعل' },
  atLeast: '… مرات على الأقل',
  withinDays: 'خلال آخر … أيام',
  counted: formatCount,
  create: 'إنشاء شريحة',
  saved: 'تم حفظ الشريحة',
  deleted: 'تم حذف الشريحة',
};
