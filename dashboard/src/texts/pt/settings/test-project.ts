import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'Esvaziar projeto',
  hint: `Exclui ${content}, além de imagens, e-mails e entregas de webhooks. Configurações, membros, chaves de API, webhooks e metas permanecem.`,
  onlyTest: 'Só projetos de teste podem ser esvaziados. Ative “Projeto de teste” e salve primeiro.',
  ownerOnly: 'Só o proprietário pode esvaziar um projeto de teste.',
  button: 'Esvaziar projeto…',
  confirmTitle: (name) => `Esvaziar “${name}”?`,
  confirmHint: 'Todo o conteúdo deste projeto de teste é excluído. Esta ação não pode ser desfeita.',
  confirm: 'Esvaziar projeto',
  emptied: 'Projeto esvaziado',
};
