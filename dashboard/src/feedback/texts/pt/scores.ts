import type { scores as english } from '../en/scores.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) => plural(count, { one: '# votante', other: '# votantes' });

/** Scores of feedback. */
export const scores: Texts<typeof english> = {
  new: 'Nova pontuação',
  edit: 'Editar pontuação',
  editTitle: (name) => `Pontuação “${name}”`,
  name: 'Nome',
  nameHint: 'Letras minúsculas, dígitos, - e _. O nome não pode ser alterado depois.',
  explanation:
    'Uma pontuação pondera as solicitações conforme quem vota nelas. Só contam as pessoas que seu produto identifica; as demais são desconhecidas.',
  term: (number) => `Termo ${number}`,
  addTerm: 'Adicionar termo',
  removeTerm: (number) => `Remover o termo ${number}`,
  kind: 'O que conta',
  kinds: {
    voters: 'Votantes',
    active: 'Votantes ativos',
    silent: 'Votantes que pararam de vir',
    event: 'Votantes com um evento',
    page: 'Votantes de uma página',
    attribute: 'Soma de um atributo',
    company_attribute: 'Soma das empresas',
    revenue: 'Receita dos votantes',
  },
  subjects: {
    event: 'Evento',
    page: 'Página',
    attribute: 'Atributo',
    currency: 'Moeda',
  },
  days: 'Dias',
  period: (days) => plural(days, { one: '# dia', other: '# dias' }),
  weight: 'Pontos por unidade',
  save: 'Salvar pontuação',
  saved: 'Pontuação salva',
  delete: 'Excluir pontuação',
  deleted: 'Pontuação excluída',
  weights: 'Pesos',
  saveWeights: 'Salvar pesos',
  reset: 'Redefinir',
  pending: 'A pontuação está sendo calculada. Recarregue em alguns segundos.',
  demand: 'Demanda',
  explain: (name, total, count) => `${plural(total, { one: '# ponto', other: '# pontos' })} segundo “${name}”, ${voters(count)}`,
  unknown: (count) => (count ? plural(count, { one: '# votante desconhecido', other: '# votantes desconhecidos' }) : ''),
};
