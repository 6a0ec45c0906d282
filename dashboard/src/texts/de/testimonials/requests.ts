import type { requests as english } from '../../en/testimonials/requests.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# Person', other: '# Personen' });

export const requests: Texts<typeof english> = {
  rules: 'Regeln',
  hint: 'Regeln bitten Personen im richtigen Moment um ein Testimonial, höchstens einmal im Jahr.',
  new: 'Neue Regel',
  newTitle: 'Um Testimonials bitten',
  editTitle: 'Regel bearbeiten',
  none: 'Noch keine Regeln',
  noneHint: 'Bitte Personen, wenn sie etwas Gewünschtes genutzt, ein Ziel erreicht oder eine hilfreiche Antwort gefunden haben.',
  name: 'Name',
  trigger: 'Wann',
  triggers: {
    release_used: 'Ein gewünschtes Release wurde genutzt',
    goal_reached: 'Ein Ziel wurde erreicht',
    answer_helpful: 'Eine Antwort wurde als hilfreich bewertet',
  },
  step: 'Ziel',
  steps: { event: 'Event', page: 'Seite' },
  event: 'Name des Events',
  page: 'Pfad der Seite',
  times: 'Wie oft',
  reached: (step, times) => (times === 1 ? `${step} erreicht` : `${step} ${times}-mal erreicht`),
  channel: 'Wie',
  channels: { mail: 'Per E-Mail', widget: 'Im Widget' },
  channelHints: {
    mail: 'Personen mit bestätigter Adresse erhalten eine E-Mail, mit einem Link zum Ablehnen.',
    widget: 'Nutzer mit signiertem Token sehen das Formular, wo du es mit dem Attribut when-asked einbettest.',
  },
  message: 'Dein eigener Satz (optional)',
  enabled: 'Personen fragen',
  disabled: 'Pausiert',
  results: 'Ergebnisse',
  rates: (asked, answered, declined) =>
    `${people(asked)} gefragt, ${formatNumber(answered)} geantwortet, ${formatNumber(declined)} abgelehnt`,
  candidates: (count) => (count ? `Würde jetzt ${people(count)} fragen` : 'Zurzeit niemand zu fragen'),
  create: 'Regel erstellen',
  saved: 'Regel gespeichert',
  editOf: (name) => `${name} bearbeiten`,
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteHint: 'Ihre Anfragen bleiben, damit niemand zweimal in einem Jahr gefragt wird.',
  asked: 'Gefragte Personen',
  nobody: 'Noch niemand gefragt',
  person: 'Person',
  erased: 'Unbekannte Person',
  about: 'Thema',
  status: 'Status',
  statuses: { open: 'Wartet', answered: 'Beantwortet', declined: 'Abgelehnt' },
  when: 'Gefragt',
};
