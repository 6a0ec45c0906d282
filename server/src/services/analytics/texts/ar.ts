import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('ar');

export const ar: Texts = {
  notices: {
    alert: 'تنبيه',
    recovered: 'تنبيه، انتهى',
    metrics: {
      visitors: 'الزوار',
      visits: 'الزيارات',
      page_views: 'مشاهدات الصفحات',
      events: 'الأحداث',
      conversions: 'التحويلات',
      intake: 'الأحداث المستلمة',
      feedback: 'الملاحظات الجديدة',
    },
    measured: (value, metric) => `${metric}: ${value}`,
    usually: (low, high) => `المعتاد: من ${low} إلى ${high}`,
    above: (threshold) => `فوق ${threshold}`,
    below: (threshold) => `تحت ${threshold}`,
    period: (from, to) => `من ${from} إلى ${to} (UTC)`,
  },
  report: {
    title: 'الزوار',
    visitors: 'الزوار',
    visits: 'الزيارات',
    pageViews: 'مشاهدات الصفحات',
    topPages: 'أهم الصفحات',
    topSources: 'أهم المصادر',
    direct: 'مباشر',
    count: (count) => n(count, { one: 'زائر واحد', two: 'زائران', few: '# زوار', many: '# زائرًا', other: '# زائر' }),
    goals: 'الأهداف',
    conversions: (count) => n(count, { one: 'تحويل واحد', two: 'تحويلان', few: '# تحويلات', many: '# تحويلًا', other: '# تحويل' }),
    revenue: 'الإيرادات',
    open: 'فتح التحليلات',
  },
};
