import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) => plural(count, { one: '# personne', other: '# personnes' });

export const broadcasts: Texts<typeof english> = {
  title: 'Diffusions',
  new: 'Nouvelle diffusion…',
  newTitle: 'Nouvelle diffusion',
  empty: 'Aucune diffusion pour l’instant',
  subject: 'Objet',
  text: 'Texte',
  textHint: 'Markdown : **gras**, [liens](https://…), listes.',
  hint: 'Les personnes dont l’adresse n’est pas confirmée et celles qui se sont désabonnées ne reçoivent rien.',
  counting: 'Comptage des destinataires…',
  receive: (count) => `Destinataires : ${people(count)}`,
  preview: 'Aperçu',
  test: 'M’envoyer un test',
  tested: 'E-mail de test envoyé à votre adresse',
  send: (count) => `Envoyer à ${people(count)}`,
  nobody: 'Personne ne correspond',
  sentTo: (count) => `La diffusion est envoyée à ${people(count)}`,
  recipients: 'Destinataires',
  delivered: 'Livrés',
  failed: 'Échecs',
  unsubscribed: 'Désabonnés',
  sent: 'Envoyé',
  sending: 'En cours d’envoi',
  incomplete: 'Incomplète',
  stopped: {
    filter: 'Le segment, la récompense ou la question de son filtre a été supprimé.',
    error: 'L’envoi a échoué plusieurs fois.',
  },
  resume: 'Reprendre',
  resumed: 'Diffusion reprise',
};
