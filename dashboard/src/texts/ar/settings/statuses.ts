import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';
import type { PaletteColor } from '@earshot/contract/shared/palette';

const colors: Record<PaletteColor, string> = {
  gray: 'رمادي',
  red: 'أحمر',
  orange: 'برتقالي',
  yellow: 'أصفر',
  green: 'أخضر',
  teal: 'فيروزي',
  blue: 'أزرق',
  purple: 'بنفسجي',
  pink: 'وردي',
};

export const statuses: Texts<typeof english> = {
  title: 'الحالات',
  hint: 'أسماء الحالات وألوانها وترتيبها في اللوحات والصفحات والأدوات والرسائل. تنتمي الحالات المخصصة إلى حالة أساسية تحتفظ واجهة API وخطافات الويب وعناوين URL بقيمتها.',
  add: 'حالة جديدة',
  custom: 'حالة جديدة',
  nameOfCustom: 'اسم الحالة المخصصة',
  namePlaceholder: 'مخطط للربع الثالث',
  stateOf: (name) => `الحالة الأساسية لـ ${name}`,
  countsAs: (state) => `تُحسب ضمن ${state}`,
  remove: (name) => `إزالة ${name}`,
  nameOf: (standard) => `اسم «⁨${standard}⁩»`,
  colorOf: (name) => `لون ${name}`,
  standard: 'اللون القياسي',
  colors,
  moveUp: (name) => `نقل ${name} لأعلى`,
  moveDown: (name) => `نقل ${name} لأسفل`,
  reset: 'استعادة القياسي',
  saved: 'تم حفظ الحالات',
};
