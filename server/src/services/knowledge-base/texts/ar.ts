import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('ar');

export const ar: Texts = {
  about: (project) => `مقالات مساعدة وإجابات حول ${project}.`,
  find: (project) => `اعثر على إجابات حول ${project}.`,
  search: 'بحث',
  searchHelp: 'البحث في المساعدة',
  empty: 'لا توجد مقالات بعد.',
  results: (query) => `البحث عن «${query}»`,
  corrected: (query) => `نتائج البحث عن «${query}».`,
  noResults: (query) => `لا توجد نتائج لـ «${query}».`,
  request: 'طلب إجابة',
  all: 'كل المقالات',
  allOf: (title) => `كل مقالات ${title}`,
  articles: (count) =>
    n(count, {
      zero: 'لا مقالات',
      one: 'مقال واحد',
      two: 'مقالان',
      few: '# مقالات',
      many: '# مقالًا',
      other: '# مقال',
    }),
  updated: 'حُدّث في {date}',
  contents: 'في هذه الصفحة',
  languages: 'اللغات',
  related: 'مقالات ذات صلة',
  report: {
    title: 'مركز المساعدة',
    searches: 'عمليات البحث',
    missed: 'بلا نتائج',
    unanswered: 'عمليات بحث بلا إجابة في آخر 90 يومًا',
    count: (count) => n(count, { one: 'عملية بحث واحدة', two: 'عمليتا بحث', few: '# عمليات بحث', other: '# عملية بحث' }),
    open: 'فتح تحليلات البحث',
  },
};
