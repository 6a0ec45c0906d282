import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('fr');

export const fr: Texts = {
  join: 'Rejoindre la liste d’attente',
  about: (project) => `Rejoignez la liste d’attente de ${project}. Nous vous écrirons quand ce sera votre tour.`,
  text: (project) => `Inscrivez-vous avec votre adresse e-mail. ${project} vous écrira quand ce sera votre tour.`,
  teaser: 'Soyez parmi les premiers à y accéder.',
  invalidEmail: 'Adresse e-mail non valide',
  invalidEmailText: 'Saisissez une adresse comme ada@example.com.',
  joined: 'Vous êtes sur la liste d’attente',
  joinedText: 'Vous êtes sur la liste d’attente.',
  viewPlace: 'Voir votre place et vos récompenses',
  confirm: 'Confirmez votre adresse e-mail',
  confirmText: 'Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour confirmer votre adresse.',
  position: (position) => `Vous êtes numéro ${position} dans la file.`,
  invited: 'Vous êtes invité',
  invitedText: 'Nous vous avons envoyé un e-mail avec votre invitation.',
  hasAccess: 'Vous avez accès',
  hasAccessText: 'Votre place sur la liste d’attente a été utilisée.',
  unconfirmedText:
    'Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour obtenir votre place sur la liste d’attente.',
  failed: 'L’inscription a échoué',
  disposable: 'Les adresses e-mail jetables ne sont pas acceptées. Utilisez une adresse permanente.',
  checkAnswers: 'Vérifiez vos réponses',
  checkAnswer: (question) => `« ${question} » demande une autre réponse.`,
  known: 'Déjà sur la liste d’attente',
  knownText: 'Cette adresse est déjà sur la liste d’attente.',
  place: 'Votre place sur la liste d’attente',
  share: 'Partagez votre lien. Chaque ami qui s’inscrit vous fait avancer :',
  link: 'Votre lien de parrainage :',
  shareText: (project) => `Rejoins-moi sur la liste d’attente de ${project}`,
  byEmail: 'E-mail',
  rewards: 'Récompenses',
  reached: 'Obtenue',
  leaders: 'Meilleurs parrains',
  anonymous: 'Anonyme',
  referrals: (count) => n(count, { one: '# parrainage', other: '# parrainages' }),
  referralsText: (count) => n(count, { one: '# parrainage.', other: '# parrainages.' }),
  rank: (rank) => `Vous êtes numéro ${rank} au classement des parrains.`,
  mails: {
    footer: (project) => `Vous recevez cet e-mail parce que cette adresse a été inscrite sur la liste d’attente de ${project}.`,
    leave: 'Quitter la liste d’attente',
    confirmSubject: (project) => `Confirmez votre adresse e-mail pour la liste d’attente de ${project}`,
    confirmText: (project) =>
      `Confirmez votre adresse e-mail pour rejoindre la liste d’attente de ${project}. Si vous ne vous êtes pas inscrit, ignorez cet e-mail.`,
    welcomeSubject: (project) => `Vous êtes sur la liste d’attente de ${project}`,
    welcomePosition: (position, project) => `Vous êtes numéro ${position} sur la liste d’attente de ${project}.`,
    welcomeText: (project) => `Vous êtes sur la liste d’attente de ${project}.`,
    boost: (positions) =>
      n(positions, {
        one: 'Partagez votre lien : chaque ami qui s’inscrit vous fait avancer d’une place.',
        other: 'Partagez votre lien : chaque ami qui s’inscrit vous fait avancer de # places.',
      }),
    openLink: 'Ouvrir le lien de parrainage',
    invitedSubject: (project) => `Vous êtes invité sur ${project}`,
    invited: 'C’est votre tour',
    invitedText: (project) => `Merci d’avoir patienté. Vous pouvez maintenant utiliser ${project}.`,
    accept: 'Accepter l’invitation',
    rewardSubject: (project, names) => `Vous avez obtenu une récompense chez ${project} : ${names}`,
    rewardText: (count, project) =>
      `${n(count, { one: 'Un ami a rejoint', other: '# amis ont rejoint' })} la liste d’attente de ${project} avec votre lien.`,
    nextReward: (name, missing) =>
      `Prochaine récompense : ${name}, avec ${n(missing, { one: 'un ami de plus', other: '# amis de plus' })}.`,
    viewRewards: 'Voir les récompenses',
    knownSubject: (project) => `Vous êtes déjà sur la liste d’attente de ${project}`,
    known: 'Vous êtes déjà sur la liste d’attente',
    knownText: (project, date) =>
      `Quelqu’un, sans doute vous, a inscrit cette adresse sur la liste d’attente de ${project}. Elle y figure depuis le ${date}. Rien n’a changé.`,
    renewal: 'Inscrivez-vous à nouveau sur la liste d’attente pour obtenir un nouveau lien.',
    confirmPage: (email, project) => `Confirmez ${email} pour rejoindre la liste d’attente de ${project}.`,
    confirmed: 'Merci pour votre confirmation.',
    leaveQuestion: 'Quitter la liste d’attente ?',
    leaveText: (email) => `${email} perd sa place, et ses données sont supprimées de cette liste d’attente.`,
    left: 'Vous avez quitté la liste d’attente',
    leftText: 'Vos données ont été supprimées de cette liste d’attente.',
    unsubscribeText: (email, project) =>
      `${email} garde sa place sur la liste d’attente de ${project} et ne recevra plus de nouvelles.`,
    unsubscribedText: (project) =>
      `Vous gardez votre place sur la liste d’attente de ${project} et ne recevrez plus de nouvelles.`,
  },
  notices: {
    signups: 'Nouvelles inscriptions',
    signupsOn: (count, date) => `${n(count, { one: '# inscription', other: '# inscriptions' })} le ${date}`,
  },
  report: {
    title: 'Liste d’attente',
    signups: 'Inscriptions',
    total: 'Total',
    waiting: 'En attente',
    open: 'Ouvrir la liste d’attente',
  },
};
