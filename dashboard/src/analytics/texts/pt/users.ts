import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about users of the product in analytics. */
export const users: Texts<typeof english> = {
  lists: 'Lista',
  listNames: { users: 'Pessoas', visits: 'Visitas' },
  sort: 'Ordenar por',
  sorts: { last_seen: 'Última atividade', first_seen: 'Primeira atividade', visits: 'Visitas', events: 'Eventos' },
  hint: 'Pessoas cujos eventos têm um ID de usuário. Visitantes anônimos continuam anônimos e não são listados.',
  user: 'Pessoa',
  lastSeen: 'Última atividade',
  firstSeen: 'Primeira atividade',
  visits: 'Visitas',
  views: 'Visualizações',
  events: 'Eventos',
  start: 'Início',
  pages: 'Páginas',
  source: 'Fonte',
  place: 'País e dispositivo',
  direct: 'Direto',
  visitsOf: (user, visits) => `${visits === '1' ? '1 visita' : `${visits} visitas`} de ${user}`,
  empty: 'Nenhuma pessoa com ID de usuário neste período',
  emptyHint: 'Envie eventos com um ID de usuário ou chame earshot.identify() após o login.',
  noVisits: 'Nenhuma visita de pessoas com ID de usuário neste período',
  forMembers: 'Só membros veem pessoas',
  forMembersHint: 'IDs de usuário e nomes são dados pessoais, que leitores não podem ver.',
};
