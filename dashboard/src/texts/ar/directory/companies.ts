import type { companies as english } from '../../en/directory/companies.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Texts about the companies of a project. */
export const companies: Texts<typeof english> = {
  title: 'الشركات',
  search: 'البحث بالاسم أو المعرّف',
  filters: 'عوامل التصفية',
  company: 'الشركة',
  id: 'المعرّف',
  people: 'الأشخاص',
  created: 'أول ظهور',
  empty: 'لا توجد شركات بعد',
  emptyHint: 'تظهر الشركات هنا عندما تذكر رموز المستخدم الموقَّعة أو خادمك شركة شخص ما.',
  noMatches: 'لا توجد شركات تطابق هذا البحث',
  forMembers: 'يرى الأعضاء وحدهم الشركات',
  forMembersHint: 'الشركات وأشخاصها بيانات شخصية لا يراها المشاهدون.',
  details: 'التفاصيل',
  attributes: 'السمات',
  noAttributes: 'لا توجد سمات',
  noPeople: 'لا يوجد أشخاص',
  allPeople: (count) => `عرض ${plural(count, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' })}`,
};
