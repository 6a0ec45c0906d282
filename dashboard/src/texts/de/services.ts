import { createMerge, mergeNames } from '../merge.ts';
import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const services: Texts<typeof english> = {
  feedback: {
    name: 'Feedback',
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
  },
  waitlist: {
    name: 'Warteliste',
    scopes: {
      'waitlist:read': 'Die Warteliste lesen',
      'waitlist:write': 'Die Warteliste lesen und ändern und Personen einladen',
    },
    actions: {
      'waitlist_entry.deleted': 'Eintrag der Warteliste gelöscht',
      'waitlist.exported': 'Warteliste exportiert',
      'waitlist_broadcast.sent': 'Rundmail an die Warteliste gesendet',
      'waitlist_broadcast.resumed': 'Rundmail an die Warteliste fortgesetzt',
    },
    events: {
      'waitlist.joined': 'Anmeldung zur Warteliste',
      'waitlist.confirmed': 'Anmeldung zur Warteliste bestätigt',
      'waitlist.invited': 'Von der Warteliste eingeladen',
      'waitlist.reward_reached': 'Belohnung für Empfehlungen erreicht',
    },
    sections: { waitlist: 'Warteliste' },
  },
  testimonials: {
    name: 'Testimonials',
    scopes: {
      'testimonials:read': 'Testimonials lesen',
      'testimonials:write': 'Testimonials lesen und ändern',
    },
    actions: {
      'testimonial.deleted': 'Testimonial gelöscht',
      'testimonials.exported': 'Testimonials exportiert',
      'testimonial_rule.deleted': 'Regel für Anfragen gelöscht',
      'testimonial_collection.deleted': 'Sammlung von Testimonials gelöscht',
    },
    events: {
      'testimonial.submitted': 'Testimonial eingereicht',
      'testimonial.approved': 'Testimonial freigegeben',
      'testimonial.rejected': 'Testimonial abgelehnt',
    },
    sections: { testimonials: 'Kundenstimmen' },
  },
  changelog: {
    name: 'Changelog',
    scopes: {
      'changelog:read': 'Den Changelog lesen',
      'changelog:write': 'Den Changelog lesen, ändern und veröffentlichen',
    },
    actions: {
      'changelog_entry.deleted': 'Changelog-Eintrag gelöscht',
      'changelog_subscriber.deleted': 'Abonnent des Changelogs gelöscht',
      'changelog_subscribers.added': 'Abonnenten des Changelogs hinzugefügt',
      'changelog.exported': 'Changelog exportiert',
    },
    events: {
      'changelog.adoption_measured': 'Nutzung gemessen',
      'changelog.published': 'Changelog-Eintrag veröffentlicht',
    },
    sections: { changelog: 'Neuigkeiten' },
  },
  knowledge_base: {
    name: 'Hilfecenter',
    scopes: {
      'knowledge_base:read': 'Das Hilfecenter durchsuchen und lesen',
      'knowledge_base:write': 'Das Hilfecenter durchsuchen, lesen und ändern',
    },
    actions: {
      'index.deleted': 'Sammlung gelöscht',
      'document.published': 'Artikel veröffentlicht',
      'document.unpublished': 'Artikel zurückgezogen',
      'document.archived': 'Artikel archiviert',
      'document.deleted': 'Artikel gelöscht',
      'documents.exported': 'Artikel exportiert',
    },
    events: {
      'knowledge_base.searched_without_results': 'Suche ohne Ergebnisse',
    },
    sections: { help: 'Hilfe' },
  },
  analytics: {
    name: 'Analytics',
    scopes: {
      'analytics:read': 'Analytics lesen',
      'analytics:write': 'Analytics lesen, Events importieren, Ziele und Alarme ändern',
    },
    actions: {
      'shared_link.created': 'Geteilten Link erstellt',
      'shared_link.updated': 'Geteilten Link geändert',
      'shared_link.deleted': 'Geteilten Link gelöscht',
      'search_console.connected': 'Search Console verbunden',
      'search_console.updated': 'Verbindung mit der Search Console geändert',
      'search_console.disconnected': 'Search Console getrennt',
      'goal.deleted': 'Ziel gelöscht',
      'funnel.deleted': 'Funnel gelöscht',
      'alert.created': 'Alarm erstellt',
      'alert.updated': 'Alarm geändert',
      'alert.deleted': 'Alarm gelöscht',
      'segment.filters_updated': 'Filter eines Segments geändert',
      'segment.deleted': 'Segment gelöscht',
      'annotation.deleted': 'Diagrammnotiz gelöscht',
      'analytics.erased': 'Events eines Nutzers gelöscht',
      'analytics.exported': 'Events exportiert',
    },
    events: {
      'alert.triggered': 'Alarm ausgelöst',
      'alert.recovered': 'Alarm wieder normal',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

export const content = new Intl.ListFormat(locale).format(Object.values(names));
