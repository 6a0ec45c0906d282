import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about users of the product in analytics. */
export const users: Texts<typeof english> = {
  lists: 'القائمة',
  listNames: { users: 'الأشخاص', visits: 'الزيارات' },
  sort: 'ترتيب حسب',
  sorts: { last_seen: 'آخر ظهور', first_seen: 'أول ظهور', visits: 'الزيارات', events: 'الأحداث' },
  hint: 'الأشخاص الذين تتضمن أحداثهم معرّف مستخدم. يبقى الزوار المجهولون مجهولين ولا يظهرون هنا.',
  user: 'الشخص',
  lastSeen: 'آخر ظهور',
  firstSeen: 'أول ظهور',
  visits: 'الزيارات',
  views: 'المشاهدات',
  events: 'الأحداث',
  start: 'البداية',
  pages: 'الصفحات',
  source: 'المصدر',
  place: 'البلد والجهاز',
  direct: 'مباشر',
  visitsOf: (user, visits) => `${visits === '1' ? 'زيارة واحدة' : `الزيارات: ${visits}`}، ${user}`,
  empty: 'لا أشخاص بمعرّف مستخدم في هذه الفترة',
  emptyHint: 'أرسل أحداثًا بمعرّف مستخدم، أو استدعِ earshot.identify() بعد تسجيل الدخول.',
  noVisits: 'لا زيارات لأشخاص بمعرّف مستخدم في هذه الفترة',
  forMembers: 'يرى الأعضاء وحدهم الأشخاص',
  forMembersHint: 'معرّفات المستخدمين وأسماؤهم بيانات شخصية لا يراها المشاهدون.',
};
