import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: 'Fermer',
  back: 'Retour',
  send: 'Envoyer',
  email: 'Adresse e-mail',
  name: 'Nom',
  optional: 'facultatif',
  loading: 'Chargement…',
  more: 'Afficher plus',
  tryAgain: 'Réessayer',
  unreachable: 'Échec de la connexion. Votre saisie est conservée ; réessayez dans un instant.',
  tooMany: 'Trop de requêtes. Réessayez dans une minute.',
  signedOut: 'Votre connexion n’a pas pu être vérifiée. Rechargez la page et réessayez.',
  invalidEmail: 'Saisissez une adresse e-mail valide.',
  nothing: 'Rien pour l’instant',
  status_new: 'Nouveau',
  status_under_review: 'À l’étude',
  status_planned: 'Prévu',
  status_in_progress: 'En cours',
  status_done: 'Terminé',
  status_declined: 'Refusé',
  status_duplicate: 'Fusionné',
};

export const button: Language['button'] = {
  feedback: 'Votre avis',
  connectionFailed: 'Échec de la connexion. Réessayez dans un instant.',
};

export const signIn: Language['signIn'] = {
  mailCode: 'M’envoyer un code',
  code: 'Code',
  enterCode: 'Se connecter',
  codeSent: 'Saisissez le code envoyé à {email}.',
  wrongCode: 'Le code est incorrect ou a expiré.',
  signedInAs: 'Connecté en tant que {email}',
  signOut: 'Se déconnecter',
};
