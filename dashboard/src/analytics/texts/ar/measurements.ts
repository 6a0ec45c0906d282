import type { measurements as english } from '../en/measurements.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: 'التحميل والاستجابة وثبات التخطيط كما عاشها الزوار (المئين 75)',
    empty: 'لا قياسات في هذه الفترة. أضف data-vitals إلى وسم script الخاص بالمتتبّع لقياس Web Vitals:',
    by: 'Web Vitals حسب',
    tabs: { page: 'الصفحات', device: 'الأجهزة', country: 'البلدان' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'جيد', needs_improvement: 'يحتاج إلى تحسين', poor: 'ضعيف' },
    shares: (good, needsImprovement, poor) => `${good} جيد، ${needsImprovement} يحتاج إلى تحسين، ${poor} ضعيف`,
    measurements: 'القياسات',
    count: (count) =>
      plural(count, { zero: 'لا قياسات', one: 'قياس واحد', two: 'قياسان', few: '# قياسات', many: '# قياسًا', other: '# قياس' }),
  },
  revenue: {
    title: 'الإيرادات',
    hint: 'إجمالي إيرادات الأحداث. لا تُحوَّل العملات.',
    empty: 'لا إيرادات في هذه الفترة. أرسلها مع حدث:',
    by: 'الإيرادات حسب',
    currency: 'العملة',
    tabs: { source: 'المصادر', goal: 'الأهداف', utm_campaign: 'الحملات', page: 'الصفحات', country: 'البلدان' },
    amount: 'الإيرادات',
    events: 'الأحداث',
    sales: (events, visitors) =>
      `${plural(events, { zero: 'لا أحداث', one: 'حدث واحد', two: 'حدثان', few: '# أحداث', many: '# حدثًا', other: '# حدث' })} من ${plural(visitors, { one: 'زائر واحد', two: 'زائرين', few: '# زوار', many: '# زائرًا', other: '# زائر' })}`,
    perVisitor: 'لكل زائر',
    noGoals: 'لا إيرادات لأي هدف في هذه الفترة. أنشئ هدفًا للحدث الذي يبلّغ عن الإيرادات.',
    nothing: 'لا إيرادات في هذه الفترة',
    ofStep: (amounts) => `إيرادات ${amounts} في هذه الفترة`,
  },
};
