import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'شارك تجربتك',
  rating: 'تقييمك',
  stars: '{count} من 5 نجوم',
  content: 'شهادتك',
  role: 'المنصب',
  company: 'الشركة',
  emailWhy: 'سنرسل إليك رابطًا لتعديل شهادتك أو سحبها. لا يُنشر عنوانك.',
  consent: 'يمكنكم نشر هذه الشهادة مع اسمي على موقعكم.',
  thanks: 'شكرًا!',
  decline: 'لا تسألني مرة أخرى',
  thanksText: 'ستظهر شهادتك بعد المراجعة.',
  average: '{rating} من 5 (عدد التقييمات: {count})',
  average_one: '{rating} من 5 (عدد التقييمات: {count})',
  incentive: 'حصل على مقابل',
  affiliated: 'عضو في الفريق',
  previous: 'السابق',
  next: 'التالي',
  testimonials: 'آراء العملاء',
  playVideo: 'تشغيل فيديو {name} على {host}',
};
