import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about users of the product in analytics. */
export const users: Texts<typeof english> = {
  lists: 'Lista',
  listNames: { users: 'Personas', visits: 'Visitas' },
  sort: 'Ordenar por',
  sorts: { last_seen: 'Última actividad', first_seen: 'Primera actividad', visits: 'Visitas', events: 'Eventos' },
  hint: 'Personas cuyos eventos tienen un ID de usuario. Los visitantes anónimos siguen siendo anónimos y no aparecen.',
  user: 'Persona',
  lastSeen: 'Última actividad',
  firstSeen: 'Primera actividad',
  visits: 'Visitas',
  views: 'Vistas',
  events: 'Eventos',
  start: 'Inicio',
  pages: 'Páginas',
  source: 'Fuente',
  place: 'País y dispositivo',
  direct: 'Directo',
  visitsOf: (user, visits) => `${visits === '1' ? '1 visita' : `${visits} visitas`} de ${user}`,
  empty: 'No hay personas con ID de usuario en este periodo',
  emptyHint: 'Envía eventos con un ID de usuario o llama a earshot.identify() tras el inicio de sesión.',
  noVisits: 'No hay visitas de personas con ID de usuario en este periodo',
  forMembers: 'Solo los miembros ven personas',
  forMembersHint: 'Los ID de usuario y los nombres son datos personales, que los lectores no pueden ver.',
};
