import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'Vista previa',
  previewHint: 'Muestra tus cambios antes de guardarlos.',
  pageTitle: 'Vista previa de una página pública',
  mailTitle: 'Vista previa de un correo',
  mailHint: 'Correo de ejemplo con tus cambios sin guardar. «Enviar correo de prueba» usa la configuración guardada.',
  theme: 'Tema del dispositivo',
  themes: { light: 'Claro', dark: 'Oscuro' },
  open: 'Abrir páginas públicas',
  contrast: {
    title: 'Contraste de color',
    good: (theme, ratio) => `Páginas, tema ${theme.toLowerCase()}: legibles, ${ratio}`,
    adjusted: (theme, ratio, color) =>
      `Páginas, tema ${theme.toLowerCase()}: el contraste de los enlaces es demasiado bajo (${ratio}, mínimo 4,5:1). Los enlaces usan ${color} en su lugar.`,
    button: (color, ratio) => `Botones: texto ${color}, ${ratio}`,
    white: 'blanco',
    black: 'negro',
  },
  image: {
    upload: 'Subir',
    replace: 'Reemplazar',
    remove: 'Quitar',
    of: (action, what) => `${action}: ${what}`,
    none: 'Sin imagen',
  },
  color: { pick: 'Elegir un color' },
  links: {
    label: 'Texto',
    labelOf: (position) => `Texto del enlace ${position}`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `URL del enlace ${position}`,
    add: 'Añadir enlace',
    remove: (position) => `Quitar el enlace ${position}`,
  },
};
