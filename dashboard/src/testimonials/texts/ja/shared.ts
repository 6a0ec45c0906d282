import type { testimonialsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonialsShared: Texts<typeof english> = {
  scopes: {
    'testimonials:read': 'お客様の声の閲覧',
    'testimonials:write': 'お客様の声の閲覧と変更',
  },
  actions: {
    'testimonial.deleted': 'お客様の声を削除',
    'testimonials.exported': 'お客様の声をエクスポート',
    'testimonial_rule.deleted': '依頼ルールを削除',
    'testimonial_collection.deleted': 'お客様の声のコレクションを削除',
  },
  events: {
    'testimonial.submitted': 'お客様の声の投稿',
    'testimonial.approved': 'お客様の声の承認',
    'testimonial.rejected': 'お客様の声の却下',
  },
  sections: { testimonials: 'お客様の声' },
  settings: {
    'settings.testimonials.thank_you_mail': {
      label: 'お礼メール',
      hint: 'お客様の声を編集または取り下げるリンクが含まれます。',
    },
  },
  notifications: {
    'testimonial.submitted': 'お客様の声',
  },
  timeline: {
    testimonial: 'お客様の声',
  },
  did: {
    testimonial: 'お客様の声を投稿',
  },
  imports: {
    testimonials: 'お客様の声',
  },
};
