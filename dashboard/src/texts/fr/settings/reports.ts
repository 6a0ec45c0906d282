import type { reports as english } from '../../en/settings/reports.ts';
import type { Texts } from '../../texts.ts';

export const reports: Texts<typeof english> = {
  hint: (timezone) =>
    `Un résumé des visiteurs, des avis, des inscriptions et des recherches par e-mail. Les rapports hebdomadaires sont envoyés le lundi, les mensuels le premier du mois, à 8 h (${timezone}).`,
  testProject: 'Les projets de test n’envoient pas de rapports.',
  recipients: 'Destinataires',
  recipient: 'Destinataire',
  frequency: 'Fréquence',
  frequencyOf: (who) => `Fréquence pour ${who}`,
  frequencies: { weekly: 'Hebdomadaire', monthly: 'Mensuelle' },
  state: 'Statut',
  states: { pending: 'Non confirmé', confirmed: 'Confirmé' },
  member: 'Membre',
  none: 'Aucun destinataire',
  noneHint: 'Abonnez-vous pour recevoir le rapport par e-mail.',
  subscribe: 'S’abonner',
  subscribed: 'Vous recevrez le rapport hebdomadaire',
  unsubscribe: 'Se désabonner',
  unsubscribeTitle: 'Se désabonner des rapports ?',
  unsubscribeHint: 'Vous pouvez vous réabonner à tout moment.',
  add: 'Ajouter un destinataire…',
  addTitle: 'Ajouter un destinataire',
  addHint:
    'Pour les personnes extérieures au projet. Elles reçoivent un e-mail de confirmation, puis le même rapport que les membres.',
  email: 'Adresse e-mail',
  addLabel: 'Ajouter',
  added: (email) => `Confirmation envoyée à ${email}`,
  remove: 'Retirer',
  removeTitle: (who) => `Retirer ${who} ?`,
  removeHint: 'Cette personne ne reçoit plus de rapports.',
  hiddenAddress: 'Adresse masquée',
  preview: 'Aperçu',
  send: 'M’envoyer',
  sent: 'Rapport envoyé à votre adresse',
};
