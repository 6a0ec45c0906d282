import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

/** Built-in templates of new texts. */
export const templates: Texts<typeof english> = {
  feature: {
    name: 'ميزة جديدة',
    title: '',
    content: 'جملة واحدة عمّا صار ممكنًا الآن، ولمن.\n\n## كيف تعمل\n\n1. افتح …\n2. اختر …\n\n## التوفر\n\nمتاحة للجميع اليوم.\n',
  },
  breaking: {
    name: 'تغيير جذري',
    title: '',
    content: '> [!WARNING] إجراء مطلوب قبل …\n> ما الذي يتوقف عن العمل، ولمن.\n\n## ما الذي يتغير\n\n- \n\n## ما العمل\n\n1. \n',
  },
  release: {
    name: 'ملاحظات الإصدار',
    title: '',
    content: 'جملة واحدة عمّن يفيده هذا الإصدار، وكيف.\n\n## جديد\n\n- \n\n## محسّن\n\n- \n\n## مُصلح\n\n- \n',
  },
  howTo: {
    name: 'مقالة إرشادية',
    title: 'كيفية ',
    content:
      'توضح هذه المقالة كيفية … تستغرق نحو خمس دقائق.\n\n## قبل البدء\n\n- تحتاج إلى …\n\n## الخطوات\n\n1. افتح …\n2. اختر …\n3. احفظ.\n\n> [!TIP]\n> اختصار أو خطأ شائع.\n\n## الخطوات التالية\n\n- \n',
  },
  faq: {
    name: 'الأسئلة الشائعة',
    title: 'أسئلة شائعة حول ',
    content: '## كيف …؟\n\nالإجابة في جملة أو جملتين.\n\n## لماذا …؟\n\nالإجابة في جملة أو جملتين.\n',
  },
};
