import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# pessoa', other: '# pessoas' });

/** Page that starts with what needs attention. */
export const outcomes: Texts<typeof english> = {
  title: 'Resultados',
  lead: 'O que as pessoas pedem, se usam e o que não encontram.',
  demand: 'Solicitações com mais demanda',
  demandBy: (score) => `Solicitações abertas pela pontuação “${score}”`,
  demandByVotes: 'Solicitações abertas por votos. Uma pontuação também conta quem vota e o que faz.',
  noDemand: 'Nenhuma solicitação aberta',
  points: (count) => (count === 1 ? 'ponto' : 'pontos'),
  votes: (count) => (count === 1 ? 'voto' : 'votos'),
  searchesOf: (count) => (count === 1 ? 'busca' : 'buscas'),
  people: (count) => (count === 1 ? 'pessoa' : 'pessoas'),
  silent: 'sem voltar',
  searches: (count) => plural(count, { one: '# busca', other: '# buscas' }),
  allDemand: 'Abrir feedback',
  releases: 'Lançamentos cujos solicitantes não voltaram',
  releasesHint: 'Pessoas que pediram um lançamento e não o usaram.',
  noReleases: 'Nenhum lançamento tem pessoas sem voltar. Indique um evento de sucesso ao escrever uma entrada de novidades.',
  used: (used, identified) => `${formatNumber(used)} de ${people(identified)} ${plural(used, { one: 'usou', other: 'usaram' })}`,
  askWhy: (count) => plural(count, { one: 'Perguntar por quê a # pessoa', other: 'Perguntar por quê a # pessoas' }),
  askWhyOf: (count, title) =>
    `${plural(count, { one: 'Perguntar por quê a # pessoa', other: 'Perguntar por quê a # pessoas' })}: ${title}`,
  allReleases: 'Abrir novidades',
  unanswered: 'Buscas sem resposta',
  unansweredHint: 'Buscas dos últimos 90 dias que não encontraram nada, ou nada que valesse abrir.',
  noUnanswered: 'Nenhuma busca sem resposta',
  allSearches: 'Abrir central de ajuda',
  praise: 'Pessoas a quem pedir um depoimento',
  praiseHint: 'As regras perguntam na hora certa, no máximo uma vez por ano.',
  noPraise: 'Ainda não há regras. Uma regra pergunta a quem usa o que pediu.',
  results: (asked, answered) =>
    `${plural(asked, { one: '# perguntada', other: '# perguntadas' })}, ${plural(answered, { one: '# respondeu', other: '# responderam' })}`,
  paused: 'Pausada',
  allPraise: 'Abrir pedidos',
};
