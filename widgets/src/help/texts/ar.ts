import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'البحث عن مساعدة',
  title: 'كيف يمكننا المساعدة؟',
  placeholder: 'البحث في المقالات',
  results: 'النتائج: {count}',
  didYouMean: 'نتائج البحث عن «{query}»',
  empty: 'لا توجد نتائج لـ «{query}»',
  ask: 'طلب إجابة',
  asked: 'شكرًا. تلقينا طلبك.',
  answer: 'أجب من هذه المقالات',
  sources: 'المصادر',
  answerNote: 'قد تكون الإجابات خاطئة؛ تحقق من المصادر.',
  notAnswered: 'لا تجيب المقالات عن هذا السؤال.',
  noAnswer: 'لا تتوفر إجابة الآن. اقرأ المقالات.',
  related: 'مقالات ذات صلة',
  helpful: 'هل كان هذا مفيدًا؟',
  yes: 'نعم',
  no: 'لا',
  thanks: 'شكرًا.',
};
