import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'Teile deine Erfahrung',
  rating: 'Deine Bewertung',
  stars: '{count} von 5 Sternen',
  content: 'Deine Bewertung in Worten',
  role: 'Rolle',
  company: 'Firma',
  emailWhy: 'Wir senden dir einen Link zum Ändern oder Zurückziehen. Deine Adresse wird nicht veröffentlicht.',
  consent: 'Ihr dürft diese Bewertung mit meinem Namen auf eurer Website veröffentlichen.',
  thanks: 'Danke!',
  decline: 'Nicht mehr fragen',
  thanksText: 'Deine Bewertung erscheint nach der Prüfung.',
  average: '{rating} von 5 ({count} Bewertungen)',
  average_one: '{rating} von 5 ({count} Bewertung)',
  incentive: 'Hat eine Gegenleistung erhalten',
  affiliated: 'Teammitglied',
  previous: 'Zurück',
  next: 'Weiter',
  testimonials: 'Kundenstimmen',
  playVideo: 'Video von {name} auf {host} abspielen',
};
