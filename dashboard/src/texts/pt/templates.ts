import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

/** Built-in templates of new texts. */
export const templates: Texts<typeof english> = {
  feature: {
    name: 'Novo recurso',
    title: '',
    content:
      'Uma frase sobre o que agora é possível, e para quem.\n\n## Como funciona\n\n1. Abra …\n2. Escolha …\n\n## Disponibilidade\n\nDisponível para todos a partir de hoje.\n',
  },
  breaking: {
    name: 'Mudança incompatível',
    title: '',
    content:
      '> [!WARNING] Ação necessária até …\n> O que deixa de funcionar, e para quem.\n\n## O que muda\n\n- \n\n## O que fazer\n\n1. \n',
  },
  release: {
    name: 'Notas da versão',
    title: '',
    content: 'Uma frase sobre quem esta versão ajuda, e como.\n\n## Novo\n\n- \n\n## Melhorado\n\n- \n\n## Corrigido\n\n- \n',
  },
  howTo: {
    name: 'Artigo de instruções',
    title: 'Como ',
    content:
      'Este artigo mostra como … Leva cerca de cinco minutos.\n\n## Antes de começar\n\n- Você precisa de …\n\n## Passos\n\n1. Abra …\n2. Escolha …\n3. Salve.\n\n> [!TIP]\n> Um atalho ou um erro comum.\n\n## Próximos passos\n\n- \n',
  },
  faq: {
    name: 'Perguntas frequentes',
    title: 'Perguntas frequentes sobre ',
    content: '## Como …?\n\nA resposta em uma ou duas frases.\n\n## Por que …?\n\nA resposta em uma ou duas frases.\n',
  },
};
