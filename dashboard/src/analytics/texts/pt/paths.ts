import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about paths of visitors. */
export const paths: Texts<typeof english> = {
  hint: 'Selecione uma página ou um evento para ver apenas os caminhos que passam por ali e as etapas seguintes.',
  start: 'De',
  end: 'Até',
  kinds: { page: 'Página', event: 'Evento' },
  direction: 'Direção',
  directions: { next: 'Próximas etapas', previous: 'Etapas anteriores' },
  shown: 'Etapas',
  events: { exclude: 'Páginas', include: 'Páginas e eventos' },
  by: 'Contar',
  bys: { person: 'Pessoas', visit: 'Visitas' },
  depth: 'Comprimento',
  depths: (steps) => plural(steps, { one: '# etapa', other: '# etapas' }),
  people: (count) => plural(count, { one: '# pessoa', other: '# pessoas' }),
  visits: (count) => plural(count, { one: '# visita', other: '# visitas' }),
  step: (number, direction) =>
    number === 0 ? (direction === 'next' ? 'Início' : 'Fim') : direction === 'next' ? `Etapa ${number}` : `${number} antes`,
  other: 'Outros',
  left: 'Sem mais etapas',
  began: 'Nada antes',
  /** Accessible name of a node. */
  node: (name, count, share) => `${name}: ${count}, ${share}`,
  through: 'Apenas caminhos que passam por',
  noLonger: (name) => `Remover ${name} dos caminhos`,
  startHere: (name) => `Começar em ${name}`,
  endHere: (name) => `Terminar em ${name}`,
  back: 'Voltar',
  from: 'De',
  to: 'Até',
  share: 'Proporção',
  mostFrequent: 'Caminhos mais frequentes',
  none: 'Nenhum caminho com esta página ou este evento neste período',
  noneThrough: 'Nenhum caminho passa por estas etapas neste período',
};
