import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about paths of visitors. */
export const paths: Texts<typeof english> = {
  hint: 'Selecciona una página o un evento para ver solo las rutas que pasan por ahí y los pasos que siguen.',
  start: 'Desde',
  end: 'Hasta',
  kinds: { page: 'Página', event: 'Evento' },
  direction: 'Dirección',
  directions: { next: 'Pasos siguientes', previous: 'Pasos anteriores' },
  shown: 'Pasos',
  events: { exclude: 'Páginas', include: 'Páginas y eventos' },
  by: 'Contar',
  bys: { person: 'Personas', visit: 'Visitas' },
  depth: 'Longitud',
  depths: (steps) => plural(steps, { one: '# paso', other: '# pasos' }),
  people: (count) => plural(count, { one: '# persona', other: '# personas' }),
  visits: (count) => plural(count, { one: '# visita', other: '# visitas' }),
  step: (number, direction) =>
    number === 0 ? (direction === 'next' ? 'Inicio' : 'Fin') : direction === 'next' ? `Paso ${number}` : `${number} antes`,
  other: 'Otros',
  left: 'Sin más pasos',
  began: 'Nada antes',
  /** Accessible name of a node. */
  node: (name, count, share) => `${name}: ${count}, ${share}`,
  through: 'Solo rutas que pasan por',
  noLonger: (name) => `Quitar ${name} de las rutas`,
  startHere: (name) => `Empezar en ${name}`,
  endHere: (name) => `Terminar en ${name}`,
  back: 'Volver',
  from: 'Desde',
  to: 'Hasta',
  share: 'Proporción',
  mostFrequent: 'Rutas más frecuentes',
  none: 'No hay rutas con esta página o evento en este periodo',
  noneThrough: 'Ninguna ruta pasa por estos pasos en este periodo',
};
