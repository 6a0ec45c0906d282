import type { searchTerms as english } from '../en/search-terms.ts';
import type { Texts } from '../../../texts/texts.ts';

export const searchTerms: Texts<typeof english> = {
  title: 'Termes de recherche',
  hint: 'Ce que les internautes ont cherché sur Google. Google publie une journée deux à trois jours plus tard et omet les termes rares.',
  columns: {
    query: 'Terme de recherche',
    clicks: 'Clics',
    impressions: 'Impressions',
    ctr: 'Taux de clics',
    position: 'Position',
  },
  notConnected: 'Connectez la Google Search Console pour voir quels termes de recherche mènent à votre site.',
  connect: 'Connecter la Search Console',
  empty: 'Aucun terme de recherche sur cette période',
  onlyPages: 'Les termes de recherche ne peuvent être filtrés que par une seule page, car Google ne connaît pas vos visiteurs.',
  search: 'Rechercher un terme',
  console: 'Google Search Console',
  consoleHint: 'Affiche les termes de recherche qui mènent à votre site, avec clics, impressions et positions.',
  steps: [
    'Dans Google Cloud, activez l’API Search Console, créez un compte de service et une clé JSON pour celui-ci.',
    'Dans la Search Console, ajoutez l’adresse e-mail du compte de service sous Paramètres → Utilisateurs et autorisations.',
    'Collez la clé ici ou choisissez son fichier.',
  ],
  key: 'Clé JSON',
  keyHint: 'Conservée sur le serveur pour la récupération quotidienne, et jamais réaffichée.',
  chooseFile: 'Choisir un fichier…',
  property: 'Propriété',
  propertyHint:
    'Propriétés que le compte de service peut lire. Une autre propriété supprime les termes de recherche de l’actuelle.',
  choose: 'Choisir la propriété',
  changeProperty: 'Changer de propriété…',
  changeKey: 'Changer de clé…',
  noProperties: (email) =>
    `Le compte de service ne peut lire aucune propriété. Ajoutez ${email} comme utilisateur dans la Search Console.`,
  checkAgain: 'Vérifier à nouveau',
  account: 'Compte de service',
  days: 'Jours',
  lastFetch: 'Dernière récupération',
  nextFetch: 'Prochaine récupération',
  never: 'Pas encore',
  fetchNow: 'Récupérer maintenant',
  fetching: 'Récupération des termes de recherche en cours',
  failed: 'La dernière récupération a échoué',
  errors: {
    key_rejected: 'Google refuse la clé. Créez une nouvelle clé dans Google Cloud et remplacez-la ici.',
    api_disabled: 'L’API Search Console n’est pas activée. Activez-la dans le projet Google Cloud du compte de service.',
    site_forbidden:
      'Le compte de service n’a pas accès à la propriété. Ajoutez son adresse e-mail comme utilisateur dans la Search Console.',
    quota_exceeded: 'Le quota de l’API Search Console est dépassé. La récupération est relancée automatiquement.',
    unreachable: 'Google est injoignable. La récupération est relancée automatiquement.',
  },
  disconnect: 'Déconnecter',
  disconnectTitle: 'Déconnecter la Search Console ?',
  disconnectHint: 'La clé et tous les termes de recherche du projet sont supprimés.',
};
