import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('fr');

export const fr: Texts = {
  about: (project, rating) => `Témoignages sur ${project}${rating && ` : ${rating}`}.`,
  ratingOf: (average, count) =>
    n(count, { one: `${average} étoiles sur 5, # témoignage`, other: `${average} étoiles sur 5, # témoignages` }),
  outOfFive: (count) => n(count, { one: 'étoiles sur 5, # témoignage', other: 'étoiles sur 5, # témoignages' }),
  stars: (count) => n(count, { one: '# étoile sur 5', other: '# étoiles sur 5' }),
  starsOfField: (count) => n(count, { one: '# étoile', other: '# étoiles' }),
  empty: 'Aucun témoignage pour l’instant. Écrivez le premier.',
  write: 'Écrire un témoignage',
  publishedLater: 'Il est publié après vérification.',
  yourRating: 'Votre note',
  yours: 'Votre témoignage',
  role: 'Fonction',
  company: 'Entreprise',
  emailHint: 'Adresse e-mail (facultative, non publiée ; nous vous envoyons un lien pour modifier ou retirer votre témoignage)',
  consent: 'Vous pouvez publier mon témoignage et mon nom sur votre site.',
  questionsText: 'Répondez aux questions de votre choix. Vous pourrez modifier le texte avant de l’envoyer.',
  draftText: 'Vos réponses en un seul texte. Modifiez-le à votre guise. L’équipe reçoit aussi vos réponses.',
  continue: 'Continuer',
  submit: 'Envoyer',
  close: 'Fermer',
  submitted: 'Votre témoignage sera publié après vérification.',
  all: 'Tous les témoignages',
  incentive: 'Avec contrepartie',
  affiliated: 'Membre de l’équipe',
  playVideo: (name, host) => `Lire la vidéo de ${name} sur ${host}`,
  ownText:
    'Les témoignages modifiés sont vérifiés à nouveau avant d’être publiés. Si vous le retirez, votre témoignage est supprimé.',
  rating: 'Note',
  save: 'Enregistrer',
  withdraw: 'Retirer le témoignage',
  withdrawn: 'Témoignage retiré',
  withdrawnText: 'Votre témoignage a été supprimé.',
  updated: 'Témoignage modifié',
  updatedText: 'Merci. Votre témoignage sera vérifié à nouveau.',
  mails: {
    thanksSubject: (project) => `Merci pour votre témoignage sur ${project}`,
    thanksText: (project) =>
      `Merci pour votre témoignage sur ${project}. Vous pouvez le lire, le modifier ou le retirer à tout moment. Si vous n’en avez pas écrit, ignorez cet e-mail.`,
    edit: 'Modifier le témoignage',
    submitted: (project) => `Vous recevez cet e-mail parce que cette adresse a été envoyée avec un témoignage sur ${project}.`,
    question: (project) => `Que pensez-vous de ${project} ?`,
    reasons: {
      release_used: (title) =>
        title === null ? 'Vous utilisez ce que vous aviez demandé.' : `Vous aviez demandé « ${title} » et vous l’avez utilisé.`,
      goal_reached: () => 'Vous l’utilisez depuis un moment.',
      answer_helpful: () => 'Vous avez trouvé une réponse utile dans notre aide.',
    },
    requestText:
      'Pourriez-vous écrire quelques phrases à ce sujet ? Nous ne les publions avec votre nom que si vous êtes d’accord.',
    usesIt: (project) => `Vous recevez cet e-mail parce que vous utilisez ${project}. Nous demandons au plus une fois par an.`,
    reminder: (project) => `Rappel : que pensez-vous de ${project} ?`,
    reminderText: 'Nous vous avons déjà écrit à ce sujet et serions toujours ravis d’avoir votre avis.',
    remindsOnce: (project) => `Vous recevez cet e-mail parce que vous utilisez ${project}. C’est le seul rappel.`,
    stop: 'Ne plus me demander',
    stopQuestion: 'Ne plus vous demander ?',
    stopText: 'Vous ne recevrez plus de demandes de témoignage.',
    stopped: 'Plus de demandes',
    stoppedText: 'Nous ne vous demanderons plus de témoignage.',
  },
  notices: { pending: 'Témoignage en attente d’approbation', approved: 'Témoignage approuvé', rejected: 'Témoignage refusé' },
  report: {
    title: 'Témoignages',
    created: 'Nouveaux témoignages',
    best: 'Meilleures notes',
    ofFive: (rating) => `${rating} sur 5`,
    pending: (count) =>
      n(count, { one: '# témoignage attend une approbation.', other: '# témoignages attendent une approbation.' }),
    open: 'Ouvrir les témoignages',
  },
};
