import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
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
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'رسالة الشكر',
      hint: 'تتضمن رابطًا لتعديل الشهادة أو سحبها.',
    },
  },
  notifications: {
    'testimonial.submitted': 'الشهادات',
  },
  timeline: {
    testimonial: 'الشهادات',
  },
  did: {
    testimonial: 'كتب شهادة',
  },
  imports: {
    testimonials: 'الشهادات',
  },
};
