import type * as english from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof english.questions> = {
  title: 'Formulario',
  hint: 'Hasta diez preguntas del formulario de inscripción, además del nombre y la dirección de correo. Las preguntas archivadas ya no se hacen y conservan sus respuestas.',
  empty: 'No hay preguntas',
  new: 'Nueva pregunta…',
  newTitle: 'Nueva pregunta',
  create: 'Crear pregunta',
  editTitle: 'Editar pregunta',
  saved: 'Pregunta guardada',
  removed: 'Pregunta eliminada',
  deleteTitle: (name) => `¿Eliminar la pregunta «${name}»?`,
  deleteHint: 'Sus respuestas dejan de mostrarse. Archiva la pregunta para conservarlas en listas, filtros y exportaciones.',
};

export const rewards: Texts<typeof english.rewards> = {
  title: 'Recompensas',
  hint: 'Recompensas por referidos. Las personas ven la siguiente en su página y en el widget, y reciben un correo cuando consiguen una.',
  empty: 'No hay recompensas',
  new: 'Nueva recompensa…',
  newTitle: 'Nueva recompensa',
  create: 'Crear recompensa',
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  editTitle: 'Editar recompensa',
  name: 'Nombre',
  text: 'Texto',
  textHint: 'Explica a las personas cómo reciben la recompensa.',
  referrals: 'Referidos',
  deleteOf: (name) => `Eliminar ${name}`,
  deleteTitle: (name) => `¿Eliminar la recompensa «${name}»?`,
  deleteHint: 'Las personas dejan de ver la recompensa, aunque ya la hayan conseguido.',
  saved: 'Recompensa guardada',
  removed: 'Recompensa eliminada',
};
