import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'Hilfe suchen',
  title: 'Wie können wir helfen?',
  placeholder: 'Artikel suchen',
  results: 'Ergebnisse: {count}',
  didYouMean: 'Ergebnisse für „{query}“',
  empty: 'Keine Ergebnisse für „{query}“',
  ask: 'Antwort anfragen',
  asked: 'Danke. Wir haben deine Anfrage erhalten.',
  answer: 'Aus diesen Artikeln antworten',
  sources: 'Quellen',
  answerNote: 'Antworten können falsch sein; prüfe die Quellen.',
  notAnswered: 'Die Artikel beantworten diese Frage nicht.',
  noAnswer: 'Gerade ist keine Antwort möglich. Lies stattdessen die Artikel.',
  related: 'Ähnliche Artikel',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke.',
};
