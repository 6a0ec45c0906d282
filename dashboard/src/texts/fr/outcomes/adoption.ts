import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# personne', other: '# personnes' });

export const adoption: Texts<typeof english> = {
  title: 'Les personnes qui l’ont demandé s’en servent-elles ?',
  sentence: (used, identified) => `${formatNumber(used)} sur ${people(identified)} ayant fait la demande l’ont utilisé`,
  rate: (rate, low, high) => ` (${rate} ; ${low} à ${high} avec une confiance de 95 %)`,
  median: (days) => `, la moitié en moins de ${plural(days, { one: '# jour', other: '# jours' })}`,
  unknown: (count) =>
    `${people(count)} ayant fait la demande ${plural(count, { one: 'n’est pas identifiée', other: 'ne sont pas identifiées' })}.`,
  complete: (when) => `La fenêtre s’est terminée le ${when}.`,
  running: (when) => `La fenêtre se termine le ${when}.`,
  few: 'Les taux demandent au moins cinq personnes identifiées.',
  hidden:
    'Moins de cinq personnes sont identifiées. Seuls les membres qui ont accès aux données personnelles voient leurs chiffres.',
  steps: { identified: 'Ont demandé', told: 'Ont été informées', returned: 'Sont revenues', used: 'Ont utilisé' },
  chart: 'Part des personnes qui l’ont utilisé, selon le nombre de jours après la publication',
  askers: 'Personnes ayant demandé',
  others: 'Toutes les autres',
  silent: 'Ne l’ont pas utilisé',
  silentCount: (shown, total) => `${formatNumber(shown)} sur ${people(total)}`,
  person: 'Personne',
  told: 'Ont été informées',
  lastSeen: 'Sont revenues',
  askWhy: 'Demander pourquoi',
  askWhom: (name) => `Demander pourquoi : ${name}`,
  askSubject: (title) => `Votre avis sur « ${title} »`,
  never: '–',
  success: 'Événement ou page de réussite',
  successHint: 'Un événement, ou une page qui commence par /, qui montre que l’on s’en sert.',
  window: 'Fenêtre',
  days: (count) => plural(count, { one: '# jour', other: '# jours' }),
  line: (used, identified) => `${formatNumber(used)} sur ${formatNumber(identified)} l’ont utilisé`,
};
