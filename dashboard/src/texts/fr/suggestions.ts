import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: 'Suggestions',
  ask: 'Suggérer des doublons et des étiquettes',
  none: 'Aucune suggestion',
  mergeInto: (title) => `Fusionner avec « ${title} »`,
  addTags: (tags) => `Ajouter les étiquettes : ${tags}`,
  accept: 'Accepter',
  dismiss: 'Ignorer',
  accepted: 'Suggestion acceptée',
  dismissed: 'Suggestion ignorée',
  acceptFirst: 'Accepter la première suggestion',
  dismissFirst: 'Ignorer la première suggestion',
  noModel: 'Cette instance n’a pas de modèle de langage (EARSHOT_LLM_URL) : rien n’est suggéré.',
  draft: 'Brouillon suggéré',
  hint: 'Rédigé par un modèle de langage. Vérifiez-le avant de le publier.',
  createDraft: 'Créer le brouillon',
  fromFinished: 'Brouillon à partir d’avis terminés',
  noneFinished: 'Aucun avis terminé sans entrée dans les nouveautés',
  draftFromAnswer: 'Rédiger un article à partir de la réponse',
  draftArticle: (collection) => `Rédiger un article dans ${collection}`,
};
