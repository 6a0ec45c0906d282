import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'Prévia',
  previewHint: 'Mostra suas alterações antes de salvá-las.',
  pageTitle: 'Prévia de uma página pública',
  mailTitle: 'Prévia de um e-mail',
  mailHint: 'E-mail de exemplo com suas alterações não salvas. “Enviar e-mail de teste” usa as configurações salvas.',
  theme: 'Tema do dispositivo',
  themes: { light: 'Claro', dark: 'Escuro' },
  open: 'Abrir páginas públicas',
  contrast: {
    title: 'Contraste de cores',
    good: (theme, ratio) => `Páginas, tema ${theme.toLowerCase()}: legíveis, ${ratio}`,
    adjusted: (theme, ratio, color) =>
      `Páginas, tema ${theme.toLowerCase()}: o contraste dos links é baixo demais (${ratio}, mínimo 4,5:1). Os links usam ${color}.`,
    button: (color, ratio) => `Botões: texto ${color}, ${ratio}`,
    white: 'branco',
    black: 'preto',
  },
  image: {
    upload: 'Enviar',
    replace: 'Substituir',
    remove: 'Remover',
    of: (action, what) => `${action}: ${what}`,
    none: 'Sem imagem',
  },
  color: { pick: 'Escolher uma cor' },
  links: {
    label: 'Texto',
    labelOf: (position) => `Texto do link ${position}`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `URL do link ${position}`,
    add: 'Adicionar link',
    remove: (position) => `Remover o link ${position}`,
  },
};
