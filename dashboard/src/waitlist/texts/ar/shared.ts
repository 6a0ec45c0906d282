import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
  scopes: {
    'waitlist:read': 'قراءة قائمة الانتظار',
    'waitlist:write': 'قراءة قائمة الانتظار وتغييرها، والدعوة',
  },
  actions: {
    'waitlist_entry.deleted': 'حذف عنصر من قائمة الانتظار',
    'waitlist.exported': 'تصدير قائمة الانتظار',
    'waitlist_broadcast.sent': 'إرسال رسالة جماعية إلى قائمة الانتظار',
    'waitlist_broadcast.resumed': 'استئناف رسالة جماعية إلى قائمة الانتظار',
  },
  events: {
    'waitlist.joined': 'تسجيل في قائمة الانتظار',
    'waitlist.confirmed': 'تأكيد تسجيل في قائمة الانتظار',
    'waitlist.invited': 'دعوة من قائمة الانتظار',
    'waitlist.reward_reached': 'بلوغ مكافأة إحالات',
  },
  sections: { waitlist: 'قائمة الانتظار' },
  settings: {
    'settings.waitlist.welcome_mail': { label: 'رسالة الترحيب', hint: 'تتضمن الموضع ورابط الإحالة.' },
    'settings.waitlist.double_opt_in': {
      label: 'التأكيد المزدوج',
      hint: 'يحصل الأشخاص على موضع بعد تأكيد عنوان بريدهم.',
    },
    'settings.waitlist.private_signups': {
      label: 'تسجيلات خاصة',
      hint: 'تتلقى العناوين الموجودة الاستجابة نفسها مثل الجديدة ورسالة توضيحية. فعّل التأكيد المزدوج أيضًا لإخفاء من في قائمة الانتظار.',
    },
    'settings.waitlist.refuse_disposable': { label: 'رفض العناوين المؤقتة' },
    'settings.waitlist.referral_boost': { label: 'المواضع لكل إحالة', hint: 'من 0 إلى 100. ينطبق على الإحالات المستقبلية.' },
    'settings.waitlist.reward_mail': { label: 'رسالة المكافأة', hint: 'تُرسل عندما يبلغ شخص مكافأة إحالات.' },
    'settings.waitlist.leaderboard': {
      label: 'لوحة صدارة عامة',
      hint: 'يعرض النموذج والصفحة الأشخاص العشرة الأكثر إحالات، بالأحرف الأولى بدلًا من الأسماء.',
    },
    'settings.waitlist.page_url': {
      label: 'صفحة التسجيل',
      hint: 'وجهة روابط الإحالة. اتركها فارغة لاستخدام الصفحة العامة.',
    },
    'settings.waitlist.invitation_url': {
      label: 'رابط الدعوة',
      hint: 'وجهة الزر في رسائل الدعوة. اتركها فارغة لعدم عرض زر.',
    },
  },
  notifications: {
    'waitlist.joined': 'التسجيلات',
  },
  timeline: {
    waitlist: 'قائمة الانتظار',
  },
  did: {
    waitlist: 'انضم إلى قائمة الانتظار',
  },
  imports: {
    waitlist: 'قائمة الانتظار',
  },
};
