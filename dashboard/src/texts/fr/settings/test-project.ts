import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'Vider le projet',
  hint: `Supprime le contenu (${content}), les images, les e-mails et les livraisons de webhooks. Les réglages, les membres, les clés d’API, les webhooks et les objectifs restent.`,
  onlyTest: 'Seuls les projets de test peuvent être vidés. Activez d’abord « Projet de test » et enregistrez.',
  ownerOnly: 'Seul le propriétaire peut vider un projet de test.',
  button: 'Vider le projet…',
  confirmTitle: (name) => `Vider « ${name} » ?`,
  confirmHint: 'Tout le contenu de ce projet de test est supprimé. Cette action est irréversible.',
  confirm: 'Vider le projet',
  emptied: 'Projet vidé',
};
