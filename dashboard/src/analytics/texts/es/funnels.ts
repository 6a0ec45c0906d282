import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about funnels and saved funnels. */
export const funnels: Texts<typeof english> = {
  hint: 'Tasa de conversión de cada paso y dónde abandonan los visitantes',
  saved: 'Embudos guardados',
  newFunnel: 'Nuevo embudo',
  unsaved: 'Sin guardar',
  steps: 'Pasos',
  step: (number) => `Paso ${number}`,
  stepKind: (number) => `Tipo del paso ${number}`,
  kinds: { page: 'Página', event: 'Evento' },
  addStep: 'Añadir paso',
  stepConditions: (number) => `Condiciones del paso ${number}`,
  removeStep: (number) => `Quitar el paso ${number}`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'Orden',
  orders: { loose: 'En secuencia', strict: 'Consecutivos directos', any: 'Cualquier orden' },
  by: 'Contar',
  bys: { person: 'Personas', visit: 'Visitas' },
  window: 'En un plazo de',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { one: '# día', other: '# días' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { one: '# hora', other: '# horas' })
        : plural(seconds, { one: '# segundo', other: '# segundos' }),
  tooFewSteps: 'Introduce una página o un evento para ver conversiones.',
  // Result
  overall: 'Conversión total',
  overallHint: (last, first) => `${last} de ${first} completaron todos los pasos`,
  compareBy: 'Comparar por',
  ofPrevious: (rate) => `${rate} del paso anterior`,
  anyPage: 'Cualquier página',
  droppedOff: (count, rate) => `${count} abandonaron, ${rate}`,
  wasBefore: (count, rate) => `Periodo de comparación: ${count}, ${rate} del paso anterior`,
  firstBefore: (count) => `Periodo de comparación: ${count}`,
  estimate: (share) => `Estimar a partir del ${share} de las personas`,
  estimateHint: 'Más rápido con un gran número de eventos',
  standardErrors: (first, last) => `Error estándar: ${first} en el primer paso, ${last} en el último`,
  // Saving
  save: 'Guardar embudo…',
  saveTitle: 'Guardar embudo',
  saveChanges: 'Guardar cambios',
  discard: 'Descartar cambios',
  saveAs: 'Guardar como nuevo…',
  name: 'Nombre',
  nameHint: 'Por ejemplo, «De precios a registro»',
  actions: (name) => `Acciones de ${name}`,
  rename: 'Cambiar nombre…',
  renameTitle: 'Cambiar nombre del embudo',
  delete: 'Eliminar…',
  deleteTitle: (name) => `¿Eliminar el embudo «${name}»?`,
  deleteHint: 'Los eventos se conservan.',
  deleteLabel: 'Eliminar',
  wasSaved: 'Embudo guardado',
};
