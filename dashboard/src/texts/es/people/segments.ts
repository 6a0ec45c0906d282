import type { segments as english } from '../../en/people/segments.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatCount = (count: number) => plural(count, { one: 'Una persona coincide', other: '# personas coinciden' });

/** Texts about segments of people. */
export const segments: Texts<typeof english> = {
  segment: 'Segmento',
  everyone: 'Todas las personas',
  ofPeople: 'Segmento de personas',
  allVisitors: 'Todos los visitantes',
  choose: 'Elegir un segmento',
  none: 'Todavía no hay segmentos. Crea uno en la pantalla Personas.',
  new: 'Nuevo segmento…',
  edit: 'Editar segmento…',
  delete: 'Eliminar segmento…',
  newTitle: 'Nuevo segmento',
  editTitle: 'Editar segmento',
  deleteTitle: (name) => `¿Eliminar el segmento «${name}»?`,
  deleteHint: 'Las personas se conservan. Un segmento que usa un tablero no se puede eliminar.',
  name: 'Nombre',
  match: 'Las personas cumplen',
  matches: { all: 'Todas las condiciones', any: 'Al menos una condición' },
  condition: (number) => `Condición ${number}`,
  removeCondition: (number) => `Quitar la condición ${number}`,
  addCondition: 'Añadir condición',
  kind: 'Sobre',
  kinds: {
    attribute: 'Atributo de la persona',
    company_attribute: 'Atributo de la empresa',
    company: 'Empresa',
    last_seen: 'Última actividad',
    event: 'Evento',
    page: 'Página vista',
    feedback: 'Feedback enviado',
    vote: 'Votos',
  },
  chooseAttribute: 'Elegir…',
  noAttributes: 'Todavía no hay atributos',
  companyId: 'ID de la empresa',
  event: 'Nombre del evento',
  page: 'Ruta de la página',
  did: 'Comportamiento',
  dids: { yes: 'Lo hizo', no: 'No lo hizo' },
  atLeast: 'Al menos … veces',
  withinDays: 'En los últimos … días',
  counted: formatCount,
  create: 'Crear segmento',
  saved: 'Segmento guardado',
  deleted: 'Segmento eliminado',
};
