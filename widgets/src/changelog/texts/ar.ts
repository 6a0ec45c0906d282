import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: 'الجديد',
  unread: 'الجديد: {count} غير مقروءة',
  readMore: 'اقرأ المزيد',
  type_feature: 'جديد',
  type_improvement: 'محسّن',
  type_fix: 'مُصلح',
  type_breaking: 'مُغيّر',
  subscribe: 'اشتراك',
  subscribeTitle: 'تلقي المستجدات بالبريد',
  confirm: 'أكّد عنوانك: افتح الرابط في الرسالة التي أرسلناها إليك.',
  reactions: 'التفاعلات',
  react_like: 'أعجبني',
  react_love: 'أحببته',
  react_celebrate: 'احتفال',
};
