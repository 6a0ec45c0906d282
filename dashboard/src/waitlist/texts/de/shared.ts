import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
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
  settings: {
    'settings.waitlist.welcome_mail': { label: 'Willkommensmail', hint: 'Enthält die Position und den Empfehlungslink.' },
    'settings.waitlist.double_opt_in': {
      label: 'Double-Opt-in',
      hint: 'Personen erhalten eine Position, sobald sie ihre E-Mail-Adresse bestätigt haben.',
    },
    'settings.waitlist.private_signups': {
      label: 'Private Anmeldungen',
      hint: 'Vorhandene Adressen erhalten dieselbe Antwort wie neue und eine erklärende E-Mail. Schalte auch Double-Opt-in ein, um zu verbergen, wer auf der Warteliste steht.',
    },
    'settings.waitlist.refuse_disposable': { label: 'Wegwerf-Adressen ablehnen' },
    'settings.waitlist.referral_boost': { label: 'Plätze pro Empfehlung', hint: '0 bis 100. Gilt für künftige Empfehlungen.' },
    'settings.waitlist.reward_mail': {
      label: 'Belohnungsmail',
      hint: 'Wird gesendet, wenn eine Person eine Belohnung für Empfehlungen erreicht.',
    },
    'settings.waitlist.leaderboard': {
      label: 'Öffentliche Bestenliste',
      hint: 'Formular und Seite zeigen die zehn Personen mit den meisten Empfehlungen, mit Initialen statt Namen.',
    },
    'settings.waitlist.page_url': {
      label: 'Anmeldeseite',
      hint: 'Ziel von Empfehlungslinks. Leer lassen, um die öffentliche Seite zu verwenden.',
    },
    'settings.waitlist.invitation_url': {
      label: 'Einladungs-URL',
      hint: 'Ziel der Schaltfläche in Einladungsmails. Leer lassen für keine Schaltfläche.',
    },
  },
  notifications: {
    'waitlist.joined': 'Anmeldungen',
  },
  timeline: {
    waitlist: 'Warteliste',
  },
  did: {
    waitlist: 'In die Warteliste eingetragen',
  },
  imports: {
    waitlist: 'Warteliste',
  },
};
