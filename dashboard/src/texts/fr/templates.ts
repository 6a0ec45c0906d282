import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

export const templates: Texts<typeof english> = {
  feature: {
    name: 'Nouvelle fonctionnalité',
    title: '',
    content:
      'Une phrase sur ce qui est possible maintenant, et pour qui.\n\n## Comment ça marche\n\n1. Ouvrez …\n2. Choisissez …\n\n## Disponibilité\n\nDisponible pour tous dès aujourd’hui.\n',
  },
  breaking: {
    name: 'Changement incompatible',
    title: '',
    content:
      '> [!WARNING] Action requise avant le …\n> Ce qui ne fonctionnera plus, et pour qui.\n\n## Ce qui change\n\n- \n\n## Que faire\n\n1. \n',
  },
  release: {
    name: 'Notes de version',
    title: '',
    content:
      'Une phrase sur les personnes que cette version aide, et comment.\n\n## Nouveau\n\n- \n\n## Amélioré\n\n- \n\n## Corrigé\n\n- \n',
  },
  howTo: {
    name: 'Article pratique',
    title: 'Comment ',
    content:
      'Cet article montre comment … Cela prend environ cinq minutes.\n\n## Avant de commencer\n\n- Il vous faut …\n\n## Étapes\n\n1. Ouvrez …\n2. Choisissez …\n3. Enregistrez.\n\n> [!TIP]\n> Un raccourci ou une erreur courante.\n\n## Étapes suivantes\n\n- \n',
  },
  faq: {
    name: 'FAQ',
    title: 'Questions fréquentes sur ',
    content:
      '## Comment puis-je … ?\n\nLa réponse en une ou deux phrases.\n\n## Pourquoi … ?\n\nLa réponse en une ou deux phrases.\n',
  },
};
