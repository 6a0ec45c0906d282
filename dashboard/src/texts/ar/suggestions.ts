import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: 'الاقتراحات',
  ask: 'اقتراح المكررات والوسوم',
  none: 'لا توجد اقتراحات',
  mergeInto: (title) => `دمج في «⁨${title}⁩»`,
  addTags: (tags) => `إضافة الوسوم: ${tags}`,
  accept: 'قبول',
  dismiss: 'تجاهل',
  accepted: 'تم قبول الاقتراح',
  dismissed: 'تم تجاهل الاقتراح',
  acceptFirst: 'قبول الاقتراح الأول',
  dismissFirst: 'تجاهل الاقتراح الأول',
  noModel: 'لا يوجد نموذج لغوي (EARSHOT_LLM_URL) في هذه النسخة، لذلك لا تُقدَّم اقتراحات.',
  draft: 'مسودة مقترحة',
  hint: 'كتبها نموذج لغوي. راجعها قبل النشر.',
  createDraft: 'إنشاء مسودة',
  fromFinished: 'مسودة من الملاحظات المنجزة',
  noneFinished: 'لا توجد ملاحظات منجزة بلا عنصر في الجديد',
  draftFromAnswer: 'إعداد مسودة مقالة من الرد',
  draftArticle: (collection) => `إعداد مسودة مقالة في ${collection}`,
};
