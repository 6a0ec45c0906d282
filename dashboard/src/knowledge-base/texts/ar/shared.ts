import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
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
  settings: {
    'settings.knowledge_base.answers': {
      label: 'الإجابة عن الأسئلة',
      hint: 'يحصل القراء على إجابات من المقالات المتاحة لهم مع المصادر. يتطلب نموذجًا لغويًا (EARSHOT_LLM_URL) يتلقى السؤال ومقاطع من المقالات.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'الأسئلة في اليوم',
      hint: 'أسئلة جميع القراء التي تُرسل إلى النموذج اللغوي في اليوم.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'الأسئلة لكل شبكة',
      hint: 'الأسئلة من شبكة واحدة في اليوم. ارفع العدد إذا كان كثير من القراء يتشاركون شبكة.',
    },
  },
  notifications: {},
  timeline: {
    search: 'عمليات البحث',
  },
  did: {
    search: 'بحث في المساعدة عن',
  },
  imports: {
    articles: 'المقالات',
  },
};
