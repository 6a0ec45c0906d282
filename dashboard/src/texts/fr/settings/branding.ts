import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'Aperçu',
  previewHint: 'Montre vos modifications avant l’enregistrement.',
  pageTitle: 'Aperçu d’une page publique',
  mailTitle: 'Aperçu d’un e-mail',
  mailHint:
    'Exemple d’e-mail avec vos modifications non enregistrées. « Envoyer un e-mail de test » utilise les réglages enregistrés.',
  theme: 'Thème de l’appareil',
  themes: { light: 'Clair', dark: 'Sombre' },
  open: 'Ouvrir les pages publiques',
  contrast: {
    title: 'Contraste des couleurs',
    good: (theme, ratio) => `Pages (${theme}) : lisible, ${ratio}`,
    adjusted: (theme, ratio, color) =>
      `Pages (${theme}) : le contraste des liens est trop faible (${ratio}, minimum 4,5:1). Les liens utilisent ${color} à la place.`,
    button: (color, ratio) => `Boutons : texte ${color}, ${ratio}`,
    white: 'blanc',
    black: 'noir',
  },
  image: {
    upload: 'Envoyer',
    replace: 'Remplacer',
    remove: 'Retirer',
    of: (action, what) => `${action} : ${what}`,
    none: 'Aucune image',
  },
  color: { pick: 'Choisir une couleur' },
  links: {
    label: 'Libellé',
    labelOf: (position) => `Libellé du lien ${position}`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `URL du lien ${position}`,
    add: 'Ajouter un lien',
    remove: (position) => `Retirer le lien ${position}`,
  },
};
