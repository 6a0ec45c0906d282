import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'Vorschau',
  previewHint: 'Zeigt deine Änderungen, bevor du sie speicherst.',
  pageTitle: 'Vorschau einer öffentlichen Seite',
  mailTitle: 'Vorschau einer E-Mail',
  mailHint:
    'Beispiel-E-Mail mit deinen ungespeicherten Änderungen. „Test-E-Mail senden“ verwendet die gespeicherten Einstellungen.',
  theme: 'Design des Geräts',
  themes: { light: 'Hell', dark: 'Dunkel' },
  open: 'Öffentliche Seiten öffnen',
  contrast: {
    title: 'Farbkontrast',
    good: (theme, ratio) => `Seiten (${theme}): lesbar, ${ratio}`,
    adjusted: (theme, ratio, color) =>
      `Seiten (${theme}): Der Kontrast von Links ist zu gering (${ratio}, mindestens 4,5:1). Links verwenden stattdessen ${color}.`,
    button: (color, ratio) => `Schaltflächen: Text in ${color}, ${ratio}`,
    white: 'Weiß',
    black: 'Schwarz',
  },
  image: {
    upload: 'Hochladen',
    replace: 'Ersetzen',
    remove: 'Entfernen',
    of: (action, what) => `${action}: ${what}`,
    none: 'Kein Bild',
  },
  color: { pick: 'Farbe wählen' },
  links: {
    label: 'Beschriftung',
    labelOf: (position) => `Beschriftung von Link ${position}`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `URL von Link ${position}`,
    add: 'Link hinzufügen',
    remove: (position) => `Link ${position} entfernen`,
  },
};
