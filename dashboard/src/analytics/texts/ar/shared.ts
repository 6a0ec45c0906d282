import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
  scopes: {
    'analytics:read': 'قراءة التحليلات',
    'analytics:write': 'قراءة التحليلات واستيراد الأحداث وتغيير الأهداف والتنبيهات',
  },
  actions: {
    'shared_link.created': 'إنشاء رابط مشترك',
    'shared_link.updated': 'تغيير رابط مشترك',
    'shared_link.deleted': 'حذف رابط مشترك',
    'search_console.connected': 'ربط Search Console',
    'search_console.updated': 'تغيير الاتصال مع Search Console',
    'search_console.disconnected': 'إلغاء ربط Search Console',
    'goal.deleted': 'حذف هدف',
    'funnel.deleted': 'حذف قمع',
    'alert.created': 'إنشاء تنبيه',
    'alert.updated': 'تغيير تنبيه',
    'alert.deleted': 'حذف تنبيه',
    'segment.filters_updated': 'تغيير عوامل تصفية شريحة',
    'segment.deleted': 'حذف شريحة',
    'annotation.deleted': 'حذف تعليق توضيحي في مخطط',
    'analytics.erased': 'حذف أحداث مستخدم',
    'analytics.exported': 'تصدير الأحداث',
  },
  events: {
    'alert.triggered': 'أُطلق تنبيه',
    'alert.recovered': 'تعافى تنبيه',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'المنطقة الزمنية',
      hint: 'المنطقة الزمنية لحدود الأيام في التقارير. ابحث بالمدينة أو البلد أو فرق التوقيت.',
    },
    'settings.analytics.allowed_hostnames': {
      label: 'المضيفات المسموح بها',
      hint: 'واحد في كل سطر؛ * حرف بدل. تُسقط الأحداث من المضيفات الأخرى. اتركه فارغًا للسماح بكل المضيفات.',
    },
    'settings.analytics.excluded_hostnames': { label: 'المضيفات المستبعدة', hint: 'واحد في كل سطر، مثل staging.example.com' },
    'settings.analytics.excluded_paths': { label: 'المسارات المستبعدة', hint: 'واحد في كل سطر، مثل ⁦/admin/*⁩' },
    'settings.analytics.excluded_referrers': {
      label: 'مضيفات ليست مصادر',
      hint: 'واحد في كل سطر، مثل pay.example.com. صفحات الدفع وتسجيل الدخول المعروفة ليست مصادر.',
    },
    'settings.analytics.excluded_addresses': {
      label: 'العناوين المستبعدة',
      hint: 'عناوين IP أو نطاقات، واحد في كل سطر، مثل 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: 'الروبوتات المحسوبة',
      options: {
        crawler: 'برامج الزحف',
        headless: 'متصفحات بلا واجهة',
        prefetch: 'الصفحات المحمّلة مسبقًا',
        http_library: 'مشاهدات الصفحات من مكتبات HTTP (curl، okhttp، …)',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: 'احترام «Do Not Track» وGlobal Privacy Control',
      hint: 'تُسقط أحداث المتصفحات التي تطلب عدم التتبّع. يحترم المتتبّع وSDK ذلك دائمًا.',
    },
    'settings.analytics.signed_user_ids': {
      label: 'اشتراط معرّفات مستخدمين موقَّعة',
      hint: 'تعرّف الأحداث المستخدمين برمز يوقّعه خادمك. تُرفض الأحداث ذات user_id غير الموقَّع.',
    },
    'settings.analytics.retention_days': {
      label: 'الاحتفاظ بأحداث التحليلات (أيام)',
      hint: 'تُحذف الأحداث الأقدم مع تقاريرها. اتركه فارغًا للاحتفاظ بالأحداث دائمًا.',
    },
  },
  notifications: {
    'alert.triggered': 'التنبيهات',
  },
  timeline: {
    event: 'الأحداث',
  },
  did: {
    event: 'الحدث',
  },
  imports: {
    daily_totals: 'التحليلات حسب اليوم',
    events: 'أحداث التحليلات',
  },
};
