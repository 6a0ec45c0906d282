import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'Chercher de l’aide',
  title: 'Comment pouvons-nous aider ?',
  placeholder: 'Rechercher des articles',
  results: 'Résultats : {count}',
  didYouMean: 'Résultats pour « {query} »',
  empty: 'Aucun résultat pour « {query} »',
  ask: 'Demander une réponse',
  asked: 'Merci. Nous avons bien reçu votre demande.',
  answer: 'Répondre à partir de ces articles',
  sources: 'Sources',
  answerNote: 'Les réponses peuvent être fausses ; vérifiez les sources.',
  notAnswered: 'Les articles ne répondent pas à cette question.',
  noAnswer: 'Aucune réponse n’est disponible pour le moment. Consultez les articles.',
  related: 'Articles liés',
  helpful: 'Était-ce utile ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci.',
};
