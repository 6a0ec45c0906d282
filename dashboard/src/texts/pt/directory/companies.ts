import type { companies as english } from '../../en/directory/companies.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Texts about the companies of a project. */
export const companies: Texts<typeof english> = {
  title: 'Empresas',
  search: 'Buscar por nome ou ID',
  filters: 'Filtros',
  company: 'Empresa',
  id: 'ID',
  people: 'Pessoas',
  created: 'Primeira atividade',
  empty: 'Ainda não há empresas',
  emptyHint: 'As empresas aparecem aqui quando tokens de usuário assinados ou seu servidor informam a empresa de uma pessoa.',
  noMatches: 'Nenhuma empresa corresponde a esta busca',
  forMembers: 'Só membros veem empresas',
  forMembersHint: 'Empresas e suas pessoas são dados pessoais, que leitores não podem ver.',
  details: 'Detalhes',
  attributes: 'Atributos',
  noAttributes: 'Sem atributos',
  noPeople: 'Nenhuma pessoa',
  allPeople: (count) => plural(count, { one: 'Mostrar # pessoa', other: 'Mostrar todas as # pessoas' }),
};
