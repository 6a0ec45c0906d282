import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';
import { createMerge, mergeNames } from '../merge.ts';

/** Texts about the services in places that all services share: permissions, audit log, webhooks, public pages. */
export const services: Texts<typeof english> = {
  feedback: {
    name: 'الملاحظات',
    scopes: {
      'feedback:read': 'قراءة الملاحظات',
      'feedback:write': 'قراءة الملاحظات وتغييرها',
    },
    actions: {
      'feedback.deleted': 'حذف ملاحظات',
      'feedback.exported': 'تصدير الملاحظات',
      'comment.deleted': 'حذف تعليق',
      'comments.exported': 'تصدير التعليقات',
      'votes.exported': 'تصدير الأصوات',
      'feedback_view.deleted': 'حذف طريقة عرض للملاحظات',
      'feedback_view.made_personal': 'إلغاء مشاركة طريقة عرض للملاحظات',
    },
    events: {
      'feedback.created': 'أُنشئت ملاحظة',
      'feedback.updated': 'حُدّثت ملاحظة',
      'feedback.status_changed': 'تغيّرت حالة ملاحظة',
      'feedback.commented': 'أُضيف تعليق',
      'feedback.voted': 'تغيّرت الأصوات (مرة في الدقيقة على الأكثر)',
      'feedback.merged': 'دُمجت ملاحظات',
      'feedback.deleted': 'حُذفت ملاحظة',
    },
    sections: { feedback: 'الملاحظات', roadmap: 'خارطة الطريق' },
  },
  waitlist: {
    name: 'قائمة الانتظار',
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
  },
  testimonials: {
    name: 'الشهادات',
    scopes: {
      'testimonials:read': 'قراءة الشهادات',
      'testimonials:write': 'قراءة الشهادات وتغييرها',
    },
    actions: {
      'testimonial.deleted': 'حذف شهادة',
      'testimonials.exported': 'تصدير الشهادات',
      'testimonial_rule.deleted': 'حذف قاعدة طلبات',
      'testimonial_collection.deleted': 'حذف مجموعة شهادات',
    },
    events: {
      'testimonial.submitted': 'أُرسلت شهادة',
      'testimonial.approved': 'تمت الموافقة على شهادة',
      'testimonial.rejected': 'رُفضت شهادة',
    },
    sections: { testimonials: 'آراء العملاء' },
  },
  changelog: {
    name: 'الجديد',
    scopes: {
      'changelog:read': 'قراءة «الجديد»',
      'changelog:write': 'قراءة «الجديد» وتغييره ونشره',
    },
    actions: {
      'changelog_entry.deleted': 'حذف عنصر من «الجديد»',
      'changelog_subscriber.deleted': 'حذف مشترك في «الجديد»',
      'changelog_subscribers.added': 'إضافة مشتركين في «الجديد»',
      'changelog.exported': 'تصدير «الجديد»',
    },
    events: {
      'changelog.adoption_measured': 'قيس الاعتماد',
      'changelog.published': 'نُشر عنصر في «الجديد»',
    },
    sections: { changelog: 'الجديد' },
  },
  knowledge_base: {
    name: 'مركز المساعدة',
    scopes: {
      'knowledge_base:read': 'البحث في مركز المساعدة وقراءته',
      'knowledge_base:write': 'البحث في مركز المساعدة وقراءته وتغييره',
    },
    actions: {
      'index.deleted': 'حذف مجموعة',
      'document.published': 'نشر مقالة',
      'document.unpublished': 'إلغاء نشر مقالة',
      'document.archived': 'أرشفة مقالة',
      'document.deleted': 'حذف مقالة',
      'documents.exported': 'تصدير المقالات',
    },
    events: {
      'knowledge_base.searched_without_results': 'بحث بلا نتائج',
    },
    sections: { help: 'المساعدة' },
  },
  analytics: {
    name: 'التحليلات',
    scopes: {
      'analytics:read': 'قراءة التحليلات',
      'analytics:write': 'قراءة التحليلات واستيراد الأحداث وتغيير الأهداف والتنبيهات',
    },
    actions: {
      'shared_link.created': 'إنشاء رابط مشترك',
      'shared_link.updated': 'تغيير رابط مشترك',
      'shared_link.deleted': 'حذف رابط مشترك',
      'search_console.connected': 'ربط Search Console',
      'search_console.updated': 'تغيير الاتصال مع Search Console',
      'search_console.disconnected': 'إلغاء ربط Search Console',
      'goal.deleted': 'حذف هدف',
      'funnel.deleted': 'حذف قمع',
      'alert.created': 'إنشاء تنبيه',
      'alert.updated': 'تغيير تنبيه',
      'alert.deleted': 'حذف تنبيه',
      'segment.filters_updated': 'تغيير عوامل تصفية شريحة',
      'segment.deleted': 'حذف شريحة',
      'annotation.deleted': 'حذف تعليق توضيحي في مخطط',
      'analytics.erased': 'حذف أحداث مستخدم',
      'analytics.exported': 'تصدير الأحداث',
    },
    events: {
      'alert.triggered': 'أُطلق تنبيه',
      'alert.recovered': 'تعافى تنبيه',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

/** The names of all services in a sentence. */
export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
