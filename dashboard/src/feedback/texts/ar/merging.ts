import type { merging as english } from '../en/merging.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts of merging entries of feedback. */
export const merging: Texts<typeof english> = {
  title: (count) => `دمج ${plural(count, { one: 'عنصر واحد', two: 'عنصرين', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' })}`,
  intoTitle: 'الدمج في عنصر آخر',
  hint: 'تُجمع الأصوات والتعليقات والمتابعون، كل شخص مرة واحدة. يمكنك التراجع عن الدمج.',
  search: 'ابحث عن العنصر الهدف',
  stays: 'العنصر الباقي',
  staysBadge: 'يبقى',
  addTarget: 'الدمج في عنصر آخر…',
  otherTarget: 'تحديد عنصر آخر…',
  result: 'بعد الدمج',
  repeated: (count) =>
    plural(count, {
      zero: '(لا أصوات مكررة)',
      one: '(صوّت شخص واحد مرتين ويُحسب مرة)',
      two: '(صوتان مكرران يُحسبان مرة)',
      few: '(# أصوات مكررة تُحسب مرة)',
      many: '(# صوتًا مكررًا تُحسب مرة)',
      other: '(# صوت مكرر تُحسب مرة)',
    }),
  reveals: (count) =>
    plural(count, {
      zero: 'لن يظهر أي تعليق لأشخاص آخرين.',
      one: 'سيظهر تعليق واحد لأشخاص لا يمكنهم رؤيته الآن.',
      two: 'سيظهر تعليقان لأشخاص لا يمكنهم رؤيتهما الآن.',
      few: 'ستظهر # تعليقات لأشخاص لا يمكنهم رؤيتها الآن.',
      many: 'سيظهر # تعليقًا لأشخاص لا يمكنهم رؤيتها الآن.',
      other: 'سيظهر # تعليق لأشخاص لا يمكنهم رؤيتها الآن.',
    }),
  followers: 'المتابعون',
  titles: (others) =>
    others === 1
      ? 'يحتفظ العنصر الآخر بعنوانه كمكرر ويؤدي إلى هذا العنصر. يمكنك التراجع عن الدمج.'
      : `تحتفظ العناصر الأخرى (${formatNumber(others)}) بعناوينها كمكررة وتؤدي إلى هذا العنصر. يمكنك التراجع عن الدمج.`,
  /** Label of a row. */
  similar: (count) => `المشابهة: ${formatNumber(count)}`,
  similarTitle: (count) =>
    plural(count, {
      zero: 'لا عناصر مشابهة',
      one: 'عنصر مشابه واحد',
      two: 'عنصران مشابهان',
      few: '# عناصر مشابهة',
      many: '# عنصرًا مشابهًا',
      other: '# عنصر مشابه',
    }),
  similarTo: (title) => `عناصر قد تكون مكررة لـ «⁨${title}⁩»`,
  dismiss: 'ليس مكررًا',
  dismissNamed: (title) => `ليس مكررًا: ${title}`,
  dismissed: (title) => `«⁨${title}⁩» ليس مكررًا`,
  merge: 'دمج…',
  confirm: (count) =>
    `دمج ${plural(count, { one: 'عنصر واحد', two: 'عنصرين', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' })}`,
};
