import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'Chaves de API',
  hint: 'Uma chave identifica este projeto em um site ou aplicativo. As chaves são públicas e não dão acesso a dados pessoais nem a configurações.',
  name: 'Nome',
  key: 'Chave',
  origins: 'Origens permitidas',
  originsHint:
    'Uma por linha, como https://example.com ou https://*.example.com. Páginas de outras origens são recusadas. Deixe vazio para permitir todas.',
  allOrigins: 'Todas',
  created: 'Criada',
  lastUsed: 'Último uso',
  never: 'Nunca',
  expires: (time) => `Expira em ${time}`,
  default: 'Padrão',
  new: 'Nova chave',
  newTitle: 'Nova chave de API',
  nameHint: 'O site ou aplicativo que usa a chave',
  create: 'Criar chave',
  actions: (name) => `Ações de ${name}`,
  edit: 'Editar…',
  editTitle: 'Editar chave de API',
  revoke: 'Revogar…',
  revokeTitle: (name) => `Revogar ${name}?`,
  revokeHint: 'Sites e aplicativos com esta chave param de funcionar imediatamente.',
  revokeConfirm: 'Revogar chave',
  rotate: 'Rotacionar…',
  rotateTitle: 'Rotacionar a chave padrão?',
  rotateHint:
    'Uma nova chave substitui a chave padrão. A chave antiga continua válida por 24 horas, para que você possa substituí-la. As outras chaves não mudam.',
  revokeNow: 'Revogar imediatamente',
  rotateConfirm: 'Rotacionar chave',
};
