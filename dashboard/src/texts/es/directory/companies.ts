import type { companies as english } from '../../en/directory/companies.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Texts about the companies of a project. */
export const companies: Texts<typeof english> = {
  title: 'Empresas',
  search: 'Buscar por nombre o ID',
  filters: 'Filtros',
  company: 'Empresa',
  id: 'ID',
  people: 'Personas',
  created: 'Primera actividad',
  empty: 'Todavía no hay empresas',
  emptyHint: 'Las empresas aparecen aquí cuando los tokens de usuario firmados o tu servidor indican la empresa de una persona.',
  noMatches: 'Ninguna empresa coincide con esta búsqueda',
  forMembers: 'Solo los miembros ven empresas',
  forMembersHint: 'Las empresas y sus personas son datos personales, que los lectores no pueden ver.',
  details: 'Detalles',
  attributes: 'Atributos',
  noAttributes: 'Sin atributos',
  noPeople: 'No hay personas',
  allPeople: (count) => plural(count, { one: 'Mostrar # persona', other: 'Mostrar las # personas' }),
};
