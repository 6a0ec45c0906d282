import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
  scopes: {
    'feedback:read': 'Feedback lesen',
    'feedback:write': 'Feedback lesen und ändern',
  },
  actions: {
    'feedback.deleted': 'Feedback gelöscht',
    'feedback.exported': 'Feedback exportiert',
    'comment.deleted': 'Kommentar gelöscht',
    'comments.exported': 'Kommentare exportiert',
    'votes.exported': 'Stimmen exportiert',
    'feedback_view.deleted': 'Feedback-Ansicht gelöscht',
    'feedback_view.made_personal': 'Teilen einer Feedback-Ansicht beendet',
  },
  events: {
    'feedback.created': 'Feedback erstellt',
    'feedback.updated': 'Feedback aktualisiert',
    'feedback.status_changed': 'Feedback-Status geändert',
    'feedback.commented': 'Kommentar hinzugefügt',
    'feedback.voted': 'Stimmen geändert (höchstens einmal pro Minute)',
    'feedback.merged': 'Feedback zusammengelegt',
    'feedback.deleted': 'Feedback gelöscht',
  },
  sections: { feedback: 'Feedback', roadmap: 'Roadmap' },
  settings: {
    'settings.feedback.moderation': {
      label: 'Freigabe erforderlich für',
      options: { off: 'Nichts', anonymous: 'Feedback anonymer Besucher', all: 'Alles Feedback' },
    },
    'settings.feedback.follow_default': {
      label: 'E-Mails standardmäßig anbieten',
      hint: 'Das Kästchen „Bei Neuigkeiten per E-Mail benachrichtigen“ in Feedback-Formularen ist angekreuzt, bis der Besucher es ändert.',
    },
    'settings.feedback.suggestions': {
      label: 'Duplikate und Tags vorschlagen',
      hint: 'Für neues Feedback, durch das Sprachmodell der Instanz (EARSHOT_LLM_URL). Nichts ändert sich, bis ein Mitglied einen Vorschlag annimmt.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'Vorschläge pro Tag',
      hint: 'Höchstzahl in 24 Stunden, einschließlich der angeforderten Vorschläge. Danach erhält neues Feedback keine mehr.',
    },
    'settings.feedback.voting': {
      label: 'Wer abstimmen kann',
      hint: 'Mitglieder können immer abstimmen. Vorhandene Stimmen bleiben.',
      options: {
        anyone: 'Alle',
        confirmed: 'Personen mit bestätigter E-Mail-Adresse und angemeldete Nutzer',
        signed_in: 'Nutzer, die in deinem Produkt angemeldet sind',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'Anonyme Stimmen pro Netzwerk',
      hint: 'Stimmen, die ein Netzwerk pro Tag ohne Anmeldung für einen Eintrag abgeben kann. Erhöhe die Zahl, wenn sich viele Besucher ein Netzwerk teilen.',
    },
  },
  notifications: {
    'feedback.assigned': 'Zuweisungen',
    'feedback.mentioned': 'Erwähnungen',
    'feedback.created': 'Neues Feedback',
    'feedback.commented': 'Kommentare',
    'feedback.vote_burst': 'Ungewöhnliche Stimmen',
    'feedback.pending': 'Wartet auf Freigabe',
  },
  timeline: {
    feedback: 'Feedback',
    vote: 'Stimmen',
    comment: 'Kommentare',
  },
  did: {
    feedback: 'Feedback gesendet',
    vote: 'Gestimmt für',
    comment: 'Kommentiert:',
  },
  imports: {
    feedback: 'Feedback',
    comments: 'Kommentare',
    votes: 'Stimmen',
  },
};
