import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: 'Sugerencias',
  ask: 'Sugerir duplicados y etiquetas',
  none: 'No hay sugerencias',
  mergeInto: (title) => `Combinar en «${title}»`,
  addTags: (tags) => `Añadir etiquetas: ${tags}`,
  accept: 'Aceptar',
  dismiss: 'Descartar',
  accepted: 'Sugerencia aceptada',
  dismissed: 'Sugerencia descartada',
  acceptFirst: 'Aceptar la primera sugerencia',
  dismissFirst: 'Descartar la primera sugerencia',
  noModel: 'Esta instancia no tiene un modelo de lenguaje (EARSHOT_LLM_URL), por lo que no se sugiere nada.',
  draft: 'Borrador sugerido',
  hint: 'Escrito por un modelo de lenguaje. Revísalo antes de publicarlo.',
  createDraft: 'Crear borrador',
  fromFinished: 'Borrador a partir de feedback terminado',
  noneFinished: 'No hay feedback terminado sin una entrada de novedades',
  draftFromAnswer: 'Redactar un artículo a partir de la respuesta',
  draftArticle: (collection) => `Redactar un artículo en ${collection}`,
};
