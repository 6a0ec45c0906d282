import type { Texts } from './en.ts';

export const de: Texts = {
  about: (project) => `Neuigkeiten von ${project}: neue Funktionen, Verbesserungen und Korrekturen.`,
  text: (project) => `Neuigkeiten von ${project}.`,
  empty: 'Noch keine Neuigkeiten.',
  types: { feature: 'Neu', improvement: 'Verbessert', fix: 'Behoben', breaking: 'Geändert' },
  subscribe: 'Abonnieren',
  subscribeTitle: 'Neuigkeiten abonnieren',
  sentTo: 'Neuigkeiten gehen an {email}.',
  subscribed: 'Du hast abonniert',
  subscribedText: (project) => `Du erhältst Neuigkeiten von ${project} per E-Mail.`,
  confirm: 'Bestätige deine E-Mail-Adresse',
  confirmText: 'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, um dein Abonnement zu bestätigen.',
  own: 'Neuigkeiten per E-Mail',
  noOwn: 'Du erhältst keine Neuigkeiten per E-Mail.',
  mails: {
    confirmSubject: (project) => `Bestätige dein Abonnement der Neuigkeiten von ${project}`,
    confirm: 'Bestätige dein Abonnement',
    askedText: (project) =>
      `Bestätige deine E-Mail-Adresse, um Neuigkeiten von ${project} zu erhalten. Wenn du das nicht warst, kannst du diese E-Mail ignorieren.`,
    askedFooter: (project) =>
      `Du erhältst diese E-Mail, weil diese Adresse bei den Neuigkeiten von ${project} eingetragen wurde.`,
    addedText: (project) =>
      `${project} möchte dir Neuigkeiten senden. Bestätige deine E-Mail-Adresse, um sie zu erhalten. Ohne Bestätigung erhältst du keine weiteren E-Mails.`,
    addedFooter: (project) =>
      `Du erhältst diese E-Mail, weil das Team von ${project} diese Adresse bei seinen Neuigkeiten eingetragen hat.`,
    entrySubject: (title, project) => `${title} – neu bei ${project}`,
    view: 'Im Browser ansehen',
    footer: (project) => `Du erhältst diese E-Mail, weil du die Neuigkeiten von ${project} abonniert hast.`,
    renewal: 'Abonniere die Neuigkeiten noch einmal, um einen neuen Link zu erhalten.',
    willReceive: (email, project) => `${email} erhält Neuigkeiten von ${project}.`,
    confirmed: 'Abonnement bestätigt',
    confirmedText: (project) => `Du erhältst Neuigkeiten von ${project}.`,
    unsubscribeText: (email) => `${email} erhält keine Neuigkeiten mehr.`,
  },
  report: {
    title: 'Changelog',
    adoption: 'Nutzen es die, die es sich gewünscht haben?',
    used: (used, of) => `${used} von ${of} nutzen es`,
    open: 'Wirkung öffnen',
  },
};
