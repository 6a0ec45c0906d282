import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'Partagez votre expérience',
  rating: 'Votre note',
  stars: 'Note : {count} sur 5',
  content: 'Votre témoignage',
  role: 'Fonction',
  company: 'Entreprise',
  emailWhy: 'Nous vous enverrons un lien pour modifier ou retirer votre témoignage. Votre adresse n’est pas publiée.',
  consent: 'Vous pouvez publier ce témoignage avec mon nom sur votre site.',
  thanks: 'Merci !',
  decline: 'Ne plus me demander',
  thanksText: 'Votre témoignage sera publié après vérification.',
  average: '{rating} sur 5 ({count} notes)',
  average_one: '{rating} sur 5 ({count} note)',
  incentive: 'A reçu une contrepartie',
  affiliated: 'Membre de l’équipe',
  previous: 'Précédent',
  next: 'Suivant',
  testimonials: 'Témoignages',
  playVideo: 'Lire la vidéo de {name} sur {host}',
};
