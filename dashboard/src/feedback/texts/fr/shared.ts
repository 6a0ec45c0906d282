import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
  scopes: {
    'feedback:read': 'Lire les avis',
    'feedback:write': 'Lire et modifier les avis',
  },
  actions: {
    'feedback.deleted': 'A supprimé un avis',
    'feedback.exported': 'A exporté les avis',
    'comment.deleted': 'A supprimé un commentaire',
    'comments.exported': 'A exporté les commentaires',
    'votes.exported': 'A exporté les votes',
    'feedback_view.deleted': 'A supprimé une vue des avis',
    'feedback_view.made_personal': 'A cessé de partager une vue des avis',
  },
  events: {
    'feedback.created': 'Avis créé',
    'feedback.updated': 'Avis mis à jour',
    'feedback.status_changed': 'Statut d’un avis modifié',
    'feedback.commented': 'Commentaire ajouté',
    'feedback.voted': 'Votes modifiés (au plus une fois par minute)',
    'feedback.merged': 'Avis fusionné',
    'feedback.deleted': 'Avis supprimé',
  },
  sections: { feedback: 'Avis', roadmap: 'Feuille de route' },
  settings: {
    'settings.feedback.moderation': {
      label: 'Exiger une approbation pour',
      options: { off: 'Rien', anonymous: 'Avis de visiteurs anonymes', all: 'Tous les avis' },
    },
    'settings.feedback.follow_default': {
      label: 'Proposer les e-mails par défaut',
      hint: 'La case « M’avertir par e-mail quand il y a du nouveau » des formulaires d’avis est cochée jusqu’à ce que le visiteur la change.',
    },
    'settings.feedback.suggestions': {
      label: 'Suggérer des doublons et des étiquettes',
      hint: 'Pour les nouveaux avis, par le modèle de langage de l’instance (EARSHOT_LLM_URL). Rien ne change avant qu’un membre accepte une suggestion.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'Suggestions par jour',
      hint: 'Après ce nombre en 24 heures, y compris celles que les membres demandent, les nouveaux avis n’en reçoivent plus.',
    },
    'settings.feedback.voting': {
      label: 'Qui peut voter',
      hint: 'Les membres peuvent toujours voter. Les votes existants restent.',
      options: {
        anyone: 'Tout le monde',
        confirmed: 'Personnes avec une adresse e-mail confirmée, et utilisateurs connectés',
        signed_in: 'Utilisateurs connectés à votre produit',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'Votes anonymes par réseau',
      hint: 'Votes qu’un réseau peut donner à une entrée en un jour sans connexion. Augmentez le nombre si beaucoup de visiteurs partagent un réseau.',
    },
  },
  notifications: {
    'feedback.assigned': 'Attributions',
    'feedback.mentioned': 'Mentions',
    'feedback.created': 'Nouveaux avis',
    'feedback.commented': 'Commentaires',
    'feedback.vote_burst': 'Votes inhabituels',
    'feedback.pending': 'En attente d’approbation',
  },
  timeline: {
    feedback: 'Avis',
    vote: 'Votes',
    comment: 'Commentaires',
  },
  did: {
    feedback: 'A envoyé un avis',
    vote: 'A voté pour',
    comment: 'A commenté',
  },
  imports: {
    feedback: 'Avis',
    comments: 'Commentaires',
    votes: 'Votes',
  },
};
