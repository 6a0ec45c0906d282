import type { effect as english } from '../../en/outcomes/effect.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) => (days === 1 ? 'am ersten Tag' : `in den ersten ${days} Tagen`);

export const effect: Texts<typeof english> = {
  title: 'Wirkung dieses Releases',
  table: 'Kennzahlen nach dem Release',
  figure: 'Kennzahl',
  since: 'Seit dem Release',
  usual: 'Üblicher Bereich',
  verdict: 'Ergebnis',
  metrics: {
    success: 'Erfolgs-Events',
    conversion_rate: 'Conversion-Rate',
    bounce_rate: 'Absprungrate',
    feedback: 'Neues Feedback',
  },
  conversion: (goal) => `Conversion: ${goal}`,
  verdicts: { rise: 'Höher', fall: 'Niedriger', none: 'Keine sichtbare Wirkung', unknown: 'Zu wenige Daten' },
  none: (days, unknown) =>
    `Keine sichtbare Wirkung ${inDays(days)}: ${unknown ? 'Die Kennzahlen mit genügend Daten' : 'Alle Kennzahlen'} liegen in ihrem üblichen Bereich.`,
  visible: (name, isRise, after, range) => `${name}: ${isRise ? 'gestiegen' : 'gefallen'} auf ${after}, üblich ${range}.`,
  unknown: 'Es gibt zu wenige Daten: Ein üblicher Bereich erfordert vier ganze Wochen vor dem Release.',
  tooEarly: 'Die ersten Kennzahlen erscheinen, wenn der Tag der Veröffentlichung vorbei ist.',
  others: (count) =>
    count === 1
      ? 'Ein anderer Eintrag wurde in denselben Tagen veröffentlicht und kann die Ursache sein.'
      : `${count} andere Einträge wurden in denselben Tagen veröffentlicht und können die Ursache sein.`,
  hint: 'Verglichen mit denselben Wochentagen der 8 Wochen davor. Eine von zwanzig Kennzahlen liegt zufällig außerhalb ihres Bereichs.',
};
