import type { reports as english } from '../en/reports.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Texts of charts, breakdowns, the realtime page and the comparison of segments. */
export const reports: Texts<typeof english> = {
  // Charts
  plotCursor: 'Ponto de dados. Use as setas do teclado para mover.',
  interval: 'Intervalo',
  intervals: { minute: 'Minutos', hour: 'Horas', day: 'Dias', week: 'Semanas', month: 'Meses' },
  incompletePeriod: 'Incompleto',
  comparison: 'Comparação',
  notesTitle: 'Notas',
  notes: (count, from, hasRelease) =>
    `${plural(count, { one: '# nota', other: '# notas' })}${hasRelease ? ' com um lançamento' : ''}, ${from}`,
  release: 'Lançamento',
  // Comparison with another period
  compareWith: 'Comparar com',
  comparisons: { previous: 'Período anterior', year: 'Mesmo período do ano passado', none: 'Sem comparação' },
  versus: (period) => `vs. ${period}`,
  previousPeriod: 'Período anterior',
  nextPeriod: 'Próximo período',
  toggleComparison: 'Mostrar ou ocultar a comparação',
  customComparison: 'Período personalizado…',
  matchWeekdays: 'Alinhar dias da semana',
  comparisonTitle: 'Comparar com um período personalizado',
  comparisonHint: 'Deixe vazio para um período de mesma duração.',
  // Breakdowns
  columns: {
    value: 'Nome',
    visitors: 'Visitantes',
    share: '%',
    visits: 'Visitas',
    page_views: 'Visualizações',
    events: 'Eventos',
    bounce_rate: 'Taxa de rejeição',
    visit_duration: 'Duração',
    exit_rate: 'Taxa de saída',
    conversions: 'Conversões',
    conversion_rate: 'Taxa de conversão',
  },
  shareHint: 'Proporção de todos os visitantes do período',
  conversionRateHint: 'Taxa de conversão: proporção destes visitantes que concluíram a meta',
  sortBy: (column) => `Ordenar por ${column}`,
  details: 'Detalhes',
  detailsOf: (name) => `Detalhes: ${name}`,
  search: (name) => `Buscar ${name.toLowerCase()}`,
  nonInteractive: 'Incluir eventos que não são interações',
  noMatches: 'Sem correspondências',
  csv: 'CSV',
  map: 'Mapa',
  mapLabel: 'Mapa de visitantes por país. A aba Países lista todos os países.',
  mapVisitors: (visitors) => (visitors === '1' ? '1 visitante' : `${visitors} visitantes`),
  // Goals
  goal: 'Meta',
  converted: 'Visitantes',
  convertedHint: 'Visitantes únicos que concluíram a meta',
  total: 'Conversões',
  totalHint: 'Quantas vezes a meta foi concluída',
  conversionRate: 'Taxa',
  rateHint: 'Taxa de conversão: proporção de todos os visitantes que concluíram a meta',
  revenue: 'Receita',
  revenueHint: 'Receita dos eventos que concluíram a meta',
  goalChip: (name) => `Meta: ${name}`,
  userChip: (ids) => (ids.length === 1 ? `Usuário: ${ids[0] ?? ''}` : `Usuário: ${ids[0] ?? ''} e mais ${ids.length - 1}`),
  removeGoal: (name) => `Remover a meta ${name}`,
  // Realtime
  currentVisitors: 'Visitantes atuais',
  currentHint: 'Visitantes dos últimos 5 minutos',
  pageViews: 'Visualizações de página',
  pageViewsHint: 'Nos últimos 5 minutos',
  lastMinutes: 'Visitantes por minuto nos últimos 30 minutos',
  minute: (time, visitors, views) =>
    `${time}: ${plural(visitors, { one: '# visitante', other: '# visitantes' })}, ${plural(views, { one: '# visualização de página', other: '# visualizações de página' })}`,
  nobody: 'Nenhum visitante no momento',
  refreshes: 'Atualiza a cada 10 segundos.',
  // Comparison of segments
  segmentsHint:
    'Compare os visitantes de dois segmentos, ou de um segmento com todos os visitantes. Salve filtros como segmento na página de visão geral.',
  noSegments: 'Ainda não há segmentos para comparar',
  noSegmentsHint: 'Filtre a visão geral, por exemplo por fonte, e salve os filtros em Segmentos → Salvar segmento.',
  toOverview: 'Abrir a visão geral',
  firstSegment: 'Primeiro segmento',
  secondSegment: 'Segundo segmento',
  everyone: 'Todos os visitantes',
  metric: 'Métrica',
  difference: 'Diferença',
  sameSegment: 'Selecione dois segmentos diferentes.',
};
