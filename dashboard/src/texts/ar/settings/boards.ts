import type { boards as english } from '../../en/settings/boards.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

export const boards: Texts<typeof english> = {
  title: 'اللوحات',
  board: 'اللوحة',
  hint: 'تنتمي العناصر إلى لوحة تحدد من يمكنه قراءتها. تنتمي العناصر بلا اختيار آخر إلى اللوحة الافتراضية.',
  name: 'الاسم',
  slug: 'المعرّف المختصر',
  slugHint: 'جزء من عنوان URL لصفحة اللوحة.',
  description: 'الوصف',
  access: 'من يمكنه القراءة',
  accessHint: 'كل من يمكنه قراءة لوحة يمكنه الإرسال إليها.',
  accesses: {
    public: 'الجميع',
    signed_in: 'المستخدمون المعرَّفون',
    segment: 'شريحة أشخاص',
    submit_only: 'الفريق والمُرسِل',
    team: 'الفريق',
  },
  fields: 'الحقول المخصصة للنموذج',
  allFields: 'كل الحقول',
  entries: 'العناصر',
  default: 'افتراضية',
  new: 'لوحة جديدة…',
  newTitle: 'لوحة جديدة',
  create: 'إنشاء لوحة',
  edit: 'تعديل',
  editOf: (name) => `تعديل ${name}`,
  editTitle: 'تعديل اللوحة',
  moveUp: (name) => `نقل ${name} لأعلى`,
  moveDown: (name) => `نقل ${name} لأسفل`,
  deleteOf: (name) => `حذف ${name}`,
  deleteTitle: (name) => `هل تريد حذف اللوحة «⁨${name}⁩»؟`,
  deleteHint: (count) =>
    count === 0
      ? 'اللوحة بلا عناصر.'
      : `يُنقل ${plural(count, { zero: 'لا عناصر', one: 'عنصر واحد', two: 'عنصران', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' })} إلى اللوحة المحددة.`,
  moveTo: 'نقل العناصر إلى',
  saved: 'تم حفظ اللوحة',
  removed: 'تم حذف اللوحة',
  deleted: 'لوحة محذوفة',
};
