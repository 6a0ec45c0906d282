import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) =>
  plural(count, { one: 'شخص واحد', two: 'شخصين', few: '# أشخاص', many: '# شخصًا', other: '# شخص' });

/** Page that starts with what needs attention. */
export const outcomes: Texts<typeof english> = {
  title: 'الأثر',
  lead: 'ما يطلبه الناس، وهل يستخدمونه، وما لا يجدونه.',
  demand: 'الطلبات الأكثر إلحاحًا',
  demandBy: (score) => `الطلبات المفتوحة حسب الدرجة «⁨${score}⁩»`,
  demandByVotes: 'الطلبات المفتوحة حسب الأصوات. تحسب الدرجة أيضًا من يصوّت وما يفعله.',
  noDemand: 'لا توجد طلبات مفتوحة',
  points: (count) => plural(count, { few: 'نقاط', other: 'نقطة' }),
  votes: (count) => plural(count, { few: 'أصوات', many: 'صوتًا', other: 'صوت' }),
  searchesOf: (count) => plural(count, { few: 'عمليات بحث', other: 'عملية بحث' }),
  people: (count) => plural(count, { few: 'أشخاص', many: 'شخصًا', other: 'شخص' }),
  silent: 'لم يعودوا',
  searches: (count) =>
    plural(count, { zero: 'لا عمليات بحث', one: 'عملية بحث واحدة', two: 'عمليتا بحث', few: '# عمليات بحث', other: '# عملية بحث' }),
  allDemand: 'فتح الملاحظات',
  releases: 'إصدارات لم يعد من طلبوها',
  releasesHint: 'أشخاص طلبوا إصدارًا ولم يستخدموه.',
  noReleases: 'لا إصدارات لم يعد أصحاب طلبها. سمِّ حدث نجاح عند كتابة عنصر في «الجديد».',
  used: (used, identified) => `استخدمه ${formatNumber(used)} من ${people(identified)}`,
  askWhy: (count) => `سؤال ${people(count)} عن السبب`,
  askWhyOf: (count, title) => `سؤال ${people(count)} عن السبب: ${title}`,
  allReleases: 'فتح «الجديد»',
  unanswered: 'عمليات بحث بلا إجابة',
  unansweredHint: 'عمليات بحث في آخر 90 يومًا لم تجد شيئًا، أو لم تجد ما يستحق الفتح.',
  noUnanswered: 'لا توجد عمليات بحث بلا إجابة',
  allSearches: 'فتح مركز المساعدة',
  praise: 'أشخاص يُطلب منهم شهادة',
  praiseHint: 'تسأل القواعد في اللحظة المناسبة، مرة في السنة على الأكثر.',
  noPraise: 'لا توجد قواعد بعد. تسأل القاعدة من يستخدمون ما طلبوه.',
  results: (asked, answered) => `سُئل ${formatNumber(asked)}، أجاب ${formatNumber(answered)}`,
  paused: 'متوقفة مؤقتًا',
  allPraise: 'فتح الطلبات',
};
