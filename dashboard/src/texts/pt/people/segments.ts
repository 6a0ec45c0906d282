import type { segments as english } from '../../en/people/segments.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatCount = (count: number) => plural(count, { one: 'Uma pessoa corresponde', other: '# pessoas correspondem' });

/** Texts about segments of people. */
export const segments: Texts<typeof english> = {
  segment: 'Segmento',
  everyone: 'Todas as pessoas',
  ofPeople: 'Segmento de pessoas',
  allVisitors: 'Todos os visitantes',
  choose: 'Escolher um segmento',
  none: 'Ainda não há segmentos. Crie um na tela Pessoas.',
  new: 'Novo segmento…',
  edit: 'Editar segmento…',
  delete: 'Excluir segmento…',
  newTitle: 'Novo segmento',
  editTitle: 'Editar segmento',
  deleteTitle: (name) => `Excluir o segmento “${name}”?`,
  deleteHint: 'As pessoas são mantidas. Um segmento usado por um quadro não pode ser excluído.',
  name: 'Nome',
  match: 'As pessoas atendem a',
  matches: { all: 'Todas as condições', any: 'Pelo menos uma condição' },
  condition: (number) => `Condição ${number}`,
  removeCondition: (number) => `Remover a condição ${number}`,
  addCondition: 'Adicionar condição',
  kind: 'Sobre',
  kinds: {
    attribute: 'Atributo da pessoa',
    company_attribute: 'Atributo da empresa',
    company: 'Empresa',
    last_seen: 'Última atividade',
    event: 'Evento',
    page: 'Visualização de página',
    feedback: 'Feedback enviado',
    vote: 'Votos',
  },
  chooseAttribute: 'Escolher…',
  noAttributes: 'Ainda não há atributos',
  companyId: 'ID da empresa',
  event: 'Nome do evento',
  page: 'Caminho da página',
  did: 'Comportamento',
  dids: { yes: 'Fez', no: 'Não fez' },
  atLeast: 'Pelo menos … vezes',
  withinDays: 'Nos últimos … dias',
  counted: formatCount,
  create: 'Criar segmento',
  saved: 'Segmento salvo',
  deleted: 'Segmento excluído',
};
