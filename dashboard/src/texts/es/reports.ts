import type { reports as english } from '../en/reports.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Texts of charts, breakdowns, the realtime page and the comparison of segments. */
export const reports: Texts<typeof english> = {
  // Charts
  plotCursor: 'Punto de datos. Usa las teclas de flecha para moverte.',
  interval: 'Intervalo',
  intervals: { minute: 'Minutos', hour: 'Horas', day: 'Días', week: 'Semanas', month: 'Meses' },
  incompletePeriod: 'Incompleto',
  comparison: 'Comparación',
  notesTitle: 'Notas',
  notes: (count, from, hasRelease) =>
    `${plural(count, { one: '# nota', other: '# notas' })}${hasRelease ? ' con un lanzamiento' : ''}, ${from}`,
  release: 'Lanzamiento',
  // Comparison with another period
  compareWith: 'Comparar con',
  comparisons: { previous: 'Periodo anterior', year: 'Mismo periodo del año anterior', none: 'Sin comparación' },
  versus: (period) => `frente a ${period}`,
  previousPeriod: 'Periodo anterior',
  nextPeriod: 'Periodo siguiente',
  toggleComparison: 'Mostrar u ocultar la comparación',
  customComparison: 'Rango personalizado…',
  matchWeekdays: 'Hacer coincidir los días de la semana',
  comparisonTitle: 'Comparar con un rango personalizado',
  comparisonHint: 'Déjalo vacío para un rango de la misma longitud que el periodo.',
  // Breakdowns
  columns: {
    value: 'Nombre',
    visitors: 'Visitantes',
    share: '%',
    visits: 'Visitas',
    page_views: 'Vistas',
    events: 'Eventos',
    bounce_rate: 'Tasa de rebote',
    visit_duration: 'Duración',
    exit_rate: 'Tasa de salida',
    conversions: 'Conversiones',
    conversion_rate: 'Tasa de conversión',
  },
  shareHint: 'Proporción de todos los visitantes del periodo',
  conversionRateHint: 'Tasa de conversión: proporción de estos visitantes que completaron el objetivo',
  sortBy: (column) => `Ordenar por ${column}`,
  details: 'Detalles',
  detailsOf: (name) => `Detalles: ${name}`,
  search: (name) => `Buscar ${name.toLowerCase()}`,
  nonInteractive: 'Incluir eventos que no son interacciones',
  noMatches: 'Sin coincidencias',
  csv: 'CSV',
  map: 'Mapa',
  mapLabel: 'Mapa de visitantes por país. La pestaña Países muestra todos los países.',
  mapVisitors: (visitors) => (visitors === '1' ? '1 visitante' : `${visitors} visitantes`),
  // Goals
  goal: 'Objetivo',
  converted: 'Visitantes',
  convertedHint: 'Visitantes únicos que completaron el objetivo',
  total: 'Conversiones',
  totalHint: 'Cuántas veces se completó el objetivo',
  conversionRate: 'Tasa',
  rateHint: 'Tasa de conversión: proporción de todos los visitantes que completaron el objetivo',
  revenue: 'Ingresos',
  revenueHint: 'Ingresos de los eventos que completaron el objetivo',
  goalChip: (name) => `Objetivo: ${name}`,
  userChip: (ids) => (ids.length === 1 ? `Usuario: ${ids[0] ?? ''}` : `Usuario: ${ids[0] ?? ''} y ${ids.length - 1} más`),
  removeGoal: (name) => `Quitar el objetivo ${name}`,
  // Realtime
  currentVisitors: 'Visitantes actuales',
  currentHint: 'Visitantes de los últimos 5 minutos',
  pageViews: 'Páginas vistas',
  pageViewsHint: 'En los últimos 5 minutos',
  lastMinutes: 'Visitantes por minuto en los últimos 30 minutos',
  minute: (time, visitors, views) =>
    `${time}: ${plural(visitors, { one: '# visitante', other: '# visitantes' })}, ${plural(views, { one: '# página vista', other: '# páginas vistas' })}`,
  nobody: 'No hay visitantes ahora mismo',
  refreshes: 'Se actualiza cada 10 segundos.',
  // Comparison of segments
  segmentsHint:
    'Compara los visitantes de dos segmentos, o de un segmento con todos los visitantes. Guarda filtros como segmento en la página de resumen.',
  noSegments: 'Todavía no hay segmentos que comparar',
  noSegmentsHint: 'Filtra el resumen, por ejemplo por fuente, y guarda los filtros con Segmentos → Guardar segmento.',
  toOverview: 'Abrir el resumen',
  firstSegment: 'Primer segmento',
  secondSegment: 'Segundo segmento',
  everyone: 'Todos los visitantes',
  metric: 'Métrica',
  difference: 'Diferencia',
  sameSegment: 'Selecciona dos segmentos distintos.',
};
