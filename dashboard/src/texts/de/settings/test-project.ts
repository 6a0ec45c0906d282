import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'Projekt leeren',
  hint: `Löscht ${content}. Auch Bilder, E-Mails und Webhook-Zustellungen werden gelöscht. Einstellungen, Mitglieder, API-Schlüssel, Webhooks und Ziele bleiben.`,
  onlyTest: 'Nur Testprojekte können geleert werden. Schalte zuerst „Testprojekt“ ein und speichere.',
  ownerOnly: 'Nur der Inhaber kann ein Testprojekt leeren.',
  button: 'Projekt leeren …',
  confirmTitle: (name) => `„${name}“ leeren?`,
  confirmHint: 'Alle Inhalte dieses Testprojekts werden gelöscht. Das lässt sich nicht rückgängig machen.',
  confirm: 'Projekt leeren',
  emptied: 'Projekt geleert',
};
