import { createMerge, mergeNames } from '../merge.ts';
import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const services: Texts<typeof english> = {
  feedback: {
    name: 'Avis',
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
  },
  waitlist: {
    name: 'Liste d’attente',
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
  },
  testimonials: {
    name: 'Témoignages',
    scopes: {
      'testimonials:read': 'Lire les témoignages',
      'testimonials:write': 'Lire et modifier les témoignages',
    },
    actions: {
      'testimonial.deleted': 'A supprimé un témoignage',
      'testimonials.exported': 'A exporté les témoignages',
      'testimonial_rule.deleted': 'A supprimé une règle de demandes',
      'testimonial_collection.deleted': 'A supprimé une collection de témoignages',
    },
    events: {
      'testimonial.submitted': 'Témoignage envoyé',
      'testimonial.approved': 'Témoignage approuvé',
      'testimonial.rejected': 'Témoignage refusé',
    },
    sections: { testimonials: 'Témoignages' },
  },
  changelog: {
    name: 'Nouveautés',
    scopes: {
      'changelog:read': 'Lire les nouveautés',
      'changelog:write': 'Lire, modifier et publier les nouveautés',
    },
    actions: {
      'changelog_entry.deleted': 'A supprimé une nouveauté',
      'changelog_subscriber.deleted': 'A supprimé un abonné aux nouveautés',
      'changelog_subscribers.added': 'A ajouté des abonnés aux nouveautés',
      'changelog.exported': 'A exporté les nouveautés',
    },
    events: {
      'changelog.adoption_measured': 'Adoption mesurée',
      'changelog.published': 'Nouveauté publiée',
    },
    sections: { changelog: 'Nouveautés' },
  },
  knowledge_base: {
    name: 'Centre d’aide',
    scopes: {
      'knowledge_base:read': 'Rechercher et lire dans le centre d’aide',
      'knowledge_base:write': 'Rechercher, lire et modifier dans le centre d’aide',
    },
    actions: {
      'index.deleted': 'A supprimé une collection',
      'document.published': 'A publié un article',
      'document.unpublished': 'A dépublié un article',
      'document.archived': 'A archivé un article',
      'document.deleted': 'A supprimé un article',
      'documents.exported': 'A exporté les articles',
    },
    events: {
      'knowledge_base.searched_without_results': 'Recherche sans résultat',
    },
    sections: { help: 'Aide' },
  },
  analytics: {
    name: 'Statistiques',
    scopes: {
      'analytics:read': 'Lire les statistiques',
      'analytics:write': 'Lire les statistiques, importer des événements et modifier les objectifs et les alertes',
    },
    actions: {
      'shared_link.created': 'A créé un lien partagé',
      'shared_link.updated': 'A modifié un lien partagé',
      'shared_link.deleted': 'A supprimé un lien partagé',
      'search_console.connected': 'A connecté la Search Console',
      'search_console.updated': 'A modifié la connexion à la Search Console',
      'search_console.disconnected': 'A déconnecté la Search Console',
      'goal.deleted': 'A supprimé un objectif',
      'funnel.deleted': 'A supprimé un entonnoir',
      'alert.created': 'A créé une alerte',
      'alert.updated': 'A modifié une alerte',
      'alert.deleted': 'A supprimé une alerte',
      'segment.filters_updated': 'A modifié les filtres d’un segment',
      'segment.deleted': 'A supprimé un segment',
      'annotation.deleted': 'A supprimé une note de graphique',
      'analytics.erased': 'A supprimé les événements d’un utilisateur',
      'analytics.exported': 'A exporté les événements',
    },
    events: {
      'alert.triggered': 'Alerte déclenchée',
      'alert.recovered': 'Alerte revenue à la normale',
    },
    sections: {},
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

export const content = new Intl.ListFormat(locale).format(Object.values(names).map((name) => name.toLowerCase()));
