import type { measurements as english } from '../en/measurements.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: 'Chargement, réactivité et stabilité de la mise en page, tels que les visiteurs les ont vécus (75e centile)',
    empty: 'Aucune mesure sur cette période. Ajoutez data-vitals à la balise script du traceur pour mesurer les Web Vitals :',
    by: 'Web Vitals par',
    tabs: { page: 'Pages', device: 'Appareils', country: 'Pays' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'Bon', needs_improvement: 'À améliorer', poor: 'Mauvais' },
    shares: (good, needsImprovement, poor) => `${good} bons, ${needsImprovement} à améliorer, ${poor} mauvais`,
    measurements: 'Mesures',
    count: (count) => `${formatNumber(count)} ${plural(count, { one: 'mesure', other: 'mesures' })}`,
  },
  revenue: {
    title: 'Revenu',
    hint: 'Revenu total des événements. Les devises ne sont pas converties.',
    empty: 'Aucun revenu sur cette période. Envoyez-le avec un événement :',
    by: 'Revenu par',
    currency: 'Devise',
    tabs: { source: 'Sources', goal: 'Objectifs', utm_campaign: 'Campagnes', page: 'Pages', country: 'Pays' },
    amount: 'Revenu',
    events: 'Événements',
    sales: (events, visitors) =>
      `${formatNumber(events)} ${plural(events, { one: 'événement', other: 'événements' })} de ${formatNumber(visitors)} ${plural(visitors, { one: 'visiteur', other: 'visiteurs' })}`,
    perVisitor: 'Par visiteur',
    noGoals: 'Aucun objectif n’a de revenu sur cette période. Créez un objectif pour l’événement qui indique le revenu.',
    nothing: 'Aucun revenu sur cette période',
    ofStep: (amounts) => `${amounts} de revenu sur cette période`,
  },
};
