import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';
import type { ExportStatus } from '@earshot/contract/instance/values';

const states: Record<ExportStatus, string> = {
  queued: 'قيد الانتظار',
  running: 'قيد التنفيذ',
  ready: 'جاهز',
  failed: 'فشل',
  expired: 'منتهي الصلاحية',
};

/** Texts of the settings “Export”. */
export const exports: Texts<typeof english> = {
  title: 'عمليات التصدير',
  hint: 'يحتوي الأرشيف على كل السجلات والصور والأحداث والإعدادات كملفات مقروءة، ويمكن استيراده في مشروع أو نسخة أخرى. لا يتضمن المفاتيح والأعضاء وخطافات الويب وسجلات النشاط.',
  create: 'تصدير المشروع',
  personalData: 'تضمين البيانات الشخصية',
  personalDataHint: 'عناوين مستخدميك وأسماؤهم ومعرّفاتهم.',
  none: 'لا توجد عمليات تصدير بعد',
  noneHint: 'يمكن تنزيل ملف التصدير لمدة 24 ساعة.',
  when: 'تاريخ الإنشاء',
  state: 'الحالة',
  size: 'الحجم',
  states,
  percent: (progress) => `${Math.round(progress * 100)}٪`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} ميغابايت`,
  withPersonalData: 'مع البيانات الشخصية',
  withoutPersonalData: 'بدون البيانات الشخصية',
  download: 'تنزيل',
  deleteTitle: 'هل تريد حذف هذا التصدير؟',
  deleteHint: 'لن يمكن تنزيل الملف بعد الآن.',
  forAdmins: 'لا يصدّر المشروع إلا المالكون والمسؤولون.',
};
