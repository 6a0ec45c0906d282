import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
  scopes: {
    'waitlist:read': 'Lire la liste d’attente',
    'waitlist:write': 'Lire et modifier la liste d’attente, et inviter',
  },
  actions: {
    'waitlist_entry.deleted': 'A supprimé une inscription de la liste d’attente',
    'waitlist.exported': 'A exporté la liste d’attente',
    'waitlist_broadcast.sent': 'A envoyé une diffusion à la liste d’attente',
    'waitlist_broadcast.resumed': 'A repris une diffusion à la liste d’attente',
  },
  events: {
    'waitlist.joined': 'Inscription à la liste d’attente',
    'waitlist.confirmed': 'Inscription à la liste d’attente confirmée',
    'waitlist.invited': 'Invitation depuis la liste d’attente',
    'waitlist.reward_reached': 'Récompense de parrainage obtenue',
  },
  sections: { waitlist: 'Liste d’attente' },
  settings: {
    'settings.waitlist.welcome_mail': { label: 'E-mail de bienvenue', hint: 'Contient la position et le lien de parrainage.' },
    'settings.waitlist.double_opt_in': {
      label: 'Double confirmation (double opt-in)',
      hint: 'On obtient une position après avoir confirmé son adresse e-mail.',
    },
    'settings.waitlist.private_signups': {
      label: 'Inscriptions privées',
      hint: 'Les adresses existantes reçoivent la même réponse que les nouvelles, et un e-mail d’explication. Activez aussi la double confirmation pour cacher qui est sur la liste d’attente.',
    },
    'settings.waitlist.refuse_disposable': { label: 'Refuser les adresses jetables' },
    'settings.waitlist.referral_boost': {
      label: 'Places par parrainage',
      hint: 'De 0 à 100. S’applique aux futurs parrainages.',
    },
    'settings.waitlist.reward_mail': {
      label: 'E-mail de récompense',
      hint: 'Envoyé quand une personne obtient une récompense de parrainage.',
    },
    'settings.waitlist.leaderboard': {
      label: 'Classement public',
      hint: 'Le formulaire et la page montrent les dix personnes avec le plus de parrainages, avec des initiales au lieu des noms.',
    },
    'settings.waitlist.page_url': {
      label: 'Page d’inscription',
      hint: 'Cible des liens de parrainage. Laissez vide pour utiliser la page publique.',
    },
    'settings.waitlist.invitation_url': {
      label: 'URL d’invitation',
      hint: 'Cible du bouton des e-mails d’invitation. Laissez vide pour ne pas avoir de bouton.',
    },
  },
  notifications: {
    'waitlist.joined': 'Inscriptions',
  },
  timeline: {
    waitlist: 'Liste d’attente',
  },
  did: {
    waitlist: 'S’est inscrit à la liste d’attente',
  },
  imports: {
    waitlist: 'Liste d’attente',
  },
};
