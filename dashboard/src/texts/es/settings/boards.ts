import type { boards as english } from '../../en/settings/boards.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

export const boards: Texts<typeof english> = {
  title: 'Tableros',
  board: 'Tablero',
  hint: 'Las entradas pertenecen a un tablero, que decide quién puede leerlas. Las entradas sin otra elección pertenecen al tablero predeterminado.',
  name: 'Nombre',
  slug: 'Slug',
  slugHint: 'Parte de la URL de la página del tablero.',
  description: 'Descripción',
  access: 'Quién puede leer',
  accessHint: 'Quien puede leer un tablero también puede enviar entradas a él.',
  accesses: {
    public: 'Todos',
    signed_in: 'Usuarios identificados',
    segment: 'Segmento de personas',
    submit_only: 'Equipo y autor',
    team: 'Equipo',
  },
  fields: 'Campos personalizados del formulario',
  allFields: 'Todos los campos',
  entries: 'Entradas',
  default: 'Predeterminado',
  new: 'Nuevo tablero…',
  newTitle: 'Nuevo tablero',
  create: 'Crear tablero',
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  editTitle: 'Editar tablero',
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  deleteOf: (name) => `Eliminar ${name}`,
  deleteTitle: (name) => `¿Eliminar el tablero «${name}»?`,
  deleteHint: (count) =>
    count === 0
      ? 'El tablero no tiene entradas.'
      : plural(count, {
          one: 'Una entrada se mueve al tablero seleccionado.',
          other: '# entradas se mueven al tablero seleccionado.',
        }),
  moveTo: 'Mover entradas a',
  saved: 'Tablero guardado',
  removed: 'Tablero eliminado',
  deleted: 'Tablero eliminado',
};
