import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';
import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'لا يُعرف إلا مجاميع هذه الأيام. يُحسب زوار الأيام المتعددة عدة مرات.',
  filters: 'مستثناة: لا يمكن تصفية مجاميع الأيام.',
  goal: 'مستثناة: مجاميع الأيام غير معروفة حسب الهدف.',
  bots: 'مستثناة: لا تتضمن مجاميع الأيام روبوتات.',
  interval: 'مستثناة: لا يمكن تقسيم مجاميع الأيام إلى ساعات.',
  dimension: 'مستثناة: لا يتضمن الاستيراد مجاميع حسب هذا البُعد.',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `تضمين الأيام المستوردة (${range})`,
  comparedLabel: (range) => `تضمين أيام المقارنة المستوردة (${range})`,
  reasons,
  mark: 'المستوردة',
};
