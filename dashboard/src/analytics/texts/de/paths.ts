import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const paths: Texts<typeof english> = {
  hint: 'Wähle eine Seite oder ein Event, um nur die Pfade darüber und die folgenden Schritte zu sehen.',
  start: 'Von',
  end: 'Bis',
  kinds: { page: 'Seite', event: 'Event' },
  direction: 'Richtung',
  directions: { next: 'Nächste Schritte', previous: 'Vorherige Schritte' },
  shown: 'Schritte',
  events: { exclude: 'Seiten', include: 'Seiten und Events' },
  by: 'Zählen',
  bys: { person: 'Personen', visit: 'Besuche' },
  depth: 'Länge',
  depths: (steps) => plural(steps, { one: '# Schritt', other: '# Schritte' }),
  people: (count) => plural(count, { one: '# Person', other: '# Personen' }),
  visits: (count) => plural(count, { one: '# Besuch', other: '# Besuche' }),
  step: (number, direction) =>
    number === 0 ? (direction === 'next' ? 'Start' : 'Ende') : direction === 'next' ? `Schritt ${number}` : `${number} davor`,
  other: 'Andere',
  left: 'Keine weiteren Schritte',
  began: 'Nichts davor',
  node: (name, count, share) => `${name}: ${count}, ${share}`,
  through: 'Nur Pfade über',
  noLonger: (name) => `${name} aus den Pfaden entfernen`,
  startHere: (name) => `Ab ${name} beginnen`,
  endHere: (name) => `Mit ${name} enden`,
  back: 'Zurück',
  from: 'Von',
  to: 'Nach',
  share: 'Anteil',
  mostFrequent: 'Häufigste Pfade',
  none: 'Keine Pfade mit dieser Seite oder diesem Event in diesem Zeitraum',
  noneThrough: 'Keine Pfade über diese Schritte in diesem Zeitraum',
};
