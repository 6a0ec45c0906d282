import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: 'Vorschläge',
  ask: 'Duplikate und Tags vorschlagen',
  none: 'Keine Vorschläge',
  mergeInto: (title) => `Mit „${title}“ zusammenlegen`,
  addTags: (tags) => `Tags hinzufügen: ${tags}`,
  accept: 'Annehmen',
  dismiss: 'Verwerfen',
  accepted: 'Vorschlag angenommen',
  dismissed: 'Vorschlag verworfen',
  acceptFirst: 'Ersten Vorschlag annehmen',
  dismissFirst: 'Ersten Vorschlag verwerfen',
  noModel: 'Diese Instanz hat kein Sprachmodell (EARSHOT_LLM_URL); es wird nichts vorgeschlagen.',
  draft: 'Vorgeschlagener Entwurf',
  hint: 'Von einem Sprachmodell geschrieben. Prüfe ihn, bevor du ihn veröffentlichst.',
  createDraft: 'Entwurf erstellen',
  fromFinished: 'Entwurf aus erledigtem Feedback',
  noneFinished: 'Es gibt kein erledigtes Feedback ohne Changelog-Eintrag',
  draftFromAnswer: 'Artikel aus der Antwort entwerfen',
  draftArticle: (collection) => `Artikel in ${collection} entwerfen`,
};
