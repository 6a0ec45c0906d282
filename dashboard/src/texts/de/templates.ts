import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

export const templates: Texts<typeof english> = {
  feature: {
    name: 'Neue Funktion',
    title: '',
    content:
      'Ein Satz darüber, was jetzt möglich ist, und für wen.\n\n## So funktioniert es\n\n1. Öffne …\n2. Wähle …\n\n## Verfügbarkeit\n\nAb heute für alle verfügbar.\n',
  },
  breaking: {
    name: 'Inkompatible Änderung',
    title: '',
    content:
      '> [!WARNING] Handlungsbedarf bis …\n> Was nicht mehr funktioniert, und für wen.\n\n## Was sich ändert\n\n- \n\n## Was zu tun ist\n\n1. \n',
  },
  release: {
    name: 'Versionshinweise',
    title: '',
    content: 'Ein Satz darüber, wem dieses Release hilft, und wie.\n\n## Neu\n\n- \n\n## Verbessert\n\n- \n\n## Behoben\n\n- \n',
  },
  howTo: {
    name: 'Anleitung',
    title: 'So geht es: ',
    content:
      'Dieser Artikel zeigt, wie du … Es dauert etwa fünf Minuten.\n\n## Bevor du beginnst\n\n- Du brauchst …\n\n## Schritte\n\n1. Öffne …\n2. Wähle …\n3. Speichere.\n\n> [!TIP]\n> Eine Abkürzung oder ein häufiger Fehler.\n\n## Nächste Schritte\n\n- \n',
  },
  faq: {
    name: 'FAQ',
    title: 'Häufige Fragen zu ',
    content:
      '## Wie kann ich …?\n\nDie Antwort in ein oder zwei Sätzen.\n\n## Warum …?\n\nDie Antwort in ein oder zwei Sätzen.\n',
  },
};
