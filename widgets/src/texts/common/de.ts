import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: 'Schließen',
  back: 'Zurück',
  send: 'Senden',
  email: 'E-Mail-Adresse',
  name: 'Name',
  optional: 'optional',
  loading: 'Wird geladen …',
  more: 'Mehr anzeigen',
  tryAgain: 'Erneut versuchen',
  unreachable: 'Keine Verbindung. Deine Eingaben bleiben erhalten. Versuche es gleich noch einmal.',
  tooMany: 'Zu viele Anfragen. Versuche es in einer Minute noch einmal.',
  signedOut: 'Deine Anmeldung konnte nicht geprüft werden. Lade die Seite neu und versuche es noch einmal.',
  invalidEmail: 'Gib eine gültige E-Mail-Adresse ein.',
  nothing: 'Noch nichts vorhanden',
  status_new: 'Neu',
  status_under_review: 'In Prüfung',
  status_planned: 'Geplant',
  status_in_progress: 'In Arbeit',
  status_done: 'Erledigt',
  status_declined: 'Abgelehnt',
  status_duplicate: 'Zusammengelegt',
};

export const button: Language['button'] = {
  feedback: 'Feedback',
  connectionFailed: 'Keine Verbindung. Versuche es gleich noch einmal.',
};

export const signIn: Language['signIn'] = {
  mailCode: 'Code per E-Mail senden',
  code: 'Code',
  enterCode: 'Anmelden',
  codeSent: 'Gib den Code ein, den wir an {email} gesendet haben.',
  wrongCode: 'Der Code ist falsch oder abgelaufen.',
  signedInAs: 'Angemeldet als {email}',
  signOut: 'Abmelden',
};
