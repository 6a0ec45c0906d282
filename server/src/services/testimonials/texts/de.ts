import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('de');

export const de: Texts = {
  about: (project, rating) => `Kundenstimmen zu ${project}${rating && `: ${rating}`}.`,
  ratingOf: (average, count) =>
    n(count, { one: `${average} von 5 Sternen aus # Bewertung`, other: `${average} von 5 Sternen aus # Bewertungen` }),
  outOfFive: (count) => n(count, { one: 'von 5 Sternen, # Bewertung', other: 'von 5 Sternen, # Bewertungen' }),
  stars: (count) => `${count} von 5 Sternen`,
  starsOfField: (count) => n(count, { one: '# Stern', other: '# Sterne' }),
  empty: 'Noch keine Kundenstimmen. Schreib die erste.',
  write: 'Bewertung schreiben',
  publishedLater: 'Sie wird nach der Prüfung veröffentlicht.',
  yourRating: 'Deine Bewertung',
  yours: 'Deine Bewertung in Worten',
  role: 'Rolle',
  company: 'Firma',
  emailHint: 'E-Mail-Adresse (optional, wird nicht veröffentlicht; wir senden dir einen Link zum Ändern oder Zurückziehen)',
  consent: 'Ihr dürft meine Bewertung und meinen Namen auf eurer Website veröffentlichen.',
  submit: 'Absenden',
  close: 'Schließen',
  submitted: 'Deine Bewertung wird nach der Prüfung veröffentlicht.',
  all: 'Alle Kundenstimmen',
  incentive: 'Mit Gegenleistung',
  affiliated: 'Teammitglied',
  playVideo: (name, host) => `Video von ${name} auf ${host} abspielen`,
  ownText: 'Geänderte Bewertungen werden vor der Veröffentlichung erneut geprüft. Zurückziehen löscht deine Bewertung.',
  rating: 'Sterne',
  save: 'Änderungen speichern',
  withdraw: 'Bewertung zurückziehen',
  withdrawn: 'Bewertung zurückgezogen',
  withdrawnText: 'Deine Bewertung wurde gelöscht.',
  updated: 'Bewertung geändert',
  updatedText: 'Danke. Deine Bewertung wird erneut geprüft.',
  mails: {
    thanksSubject: (project) => `Danke für deine Bewertung von ${project}`,
    thanksText: (project) =>
      `Danke für deine Bewertung von ${project}. Du kannst sie jederzeit lesen, ändern oder zurückziehen. Wenn du keine geschrieben hast, kannst du diese E-Mail ignorieren.`,
    edit: 'Bewertung ändern',
    submitted: (project) => `Du erhältst diese E-Mail, weil diese Adresse mit einer Bewertung von ${project} angegeben wurde.`,
    question: (project) => `Wie gefällt dir ${project}?`,
    reasons: {
      release_used: (title) =>
        title === null ? 'Du nutzt, was du dir gewünscht hast.' : `Du hast dir „${title}“ gewünscht und es genutzt.`,
      goal_reached: () => 'Du nutzt es jetzt schon eine Weile.',
      answer_helpful: () => 'Du hast in unserer Hilfe eine hilfreiche Antwort gefunden.',
    },
    requestText: 'Würdest du ein paar Sätze darüber schreiben? Wir veröffentlichen sie mit deinem Namen nur, wenn du zustimmst.',
    usesIt: (project) => `Du erhältst diese E-Mail, weil du ${project} nutzt. Wir fragen höchstens einmal im Jahr.`,
    stop: 'Nicht mehr fragen',
    stopQuestion: 'Nicht mehr fragen?',
    stopText: 'Du wirst nicht mehr um Bewertungen gebeten.',
    stopped: 'Keine weiteren Anfragen',
    stoppedText: 'Du wirst nicht mehr um eine Bewertung gebeten.',
  },
  notices: { pending: 'Testimonial wartet auf Freigabe', approved: 'Testimonial freigegeben', rejected: 'Testimonial abgelehnt' },
  report: {
    title: 'Testimonials',
    created: 'Neue Testimonials',
    best: 'Beste Bewertungen',
    ofFive: (rating) => `${rating} von 5`,
    pending: (count) => n(count, { one: '# Testimonial wartet auf Freigabe.', other: '# Testimonials warten auf Freigabe.' }),
    open: 'Testimonials öffnen',
  },
};
