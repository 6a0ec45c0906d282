import type { testimonials as english } from '../en/testimonials.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonials: Texts<typeof english> = {
  title: 'Testimonios',
  queue: 'Cola',
  wall: 'Muro',
  requests: 'Solicitudes',
  statuses: { pending: 'Pendiente', approved: 'Aprobado', rejected: 'Rechazado' },
  more: (name) => `Más acciones del testimonio de ${name}`,
  approve: 'Aprobar',
  reject: 'Rechazar',
  reopen: 'Pasar a pendiente',
  feature: 'Destacar',
  featured: 'Destacado',
  unfeature: 'Quitar de destacados',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  reopened: 'Pasado a pendiente',
  changed: 'Modificado',
  delete: 'Eliminar',
  deleteTitle: '¿Eliminar este testimonio?',
  deleteHint: 'Esta acción no se puede deshacer. Para conservar el testimonio, recházalo.',
  stars: (rating) => `${rating} de 5 estrellas`,
  disclosures: { none: 'Sin aclaración', incentive: 'Recibió un incentivo', affiliated: 'Miembro del equipo' },
  consent: (version, when) => `Consentimiento a la versión ${version} el ${when}`,
  noConsent: 'No consta ningún consentimiento',
  answers: 'Respuestas a tus preguntas',
  tags: 'Etiquetas',
  keys: {
    next: 'Testimonio siguiente',
    previous: 'Testimonio anterior',
    approve: 'Aprobar',
    reject: 'Rechazar',
    feature: 'Destacar',
    select: 'Seleccionar testimonio',
    selectNext: 'Ampliar selección hacia abajo',
    selectPrevious: 'Ampliar selección hacia arriba',
    clearSelection: 'Borrar selección',
  },
  search: 'Buscar testimonios',
  noMatch: 'Ningún testimonio coincide con tu búsqueda',
  withCount: (status, count) => `${status} ${formatNumber(count)}`,
  ask: 'Solicitar testimonios',
  select: (author) => `Seleccionar el testimonio de ${author}`,
  selected: (count) => plural(count, { one: '# testimonio seleccionado', other: '# testimonios seleccionados' }),
  clearSelection: 'Borrar selección',
  selectAll: 'Seleccionar todo en esta página',
  bulk: {
    approve: (count) =>
      count === 1 ? 'Aprobado' : plural(count, { one: '# testimonio aprobado', other: '# testimonios aprobados' }),
    reject: (count) =>
      count === 1 ? 'Rechazado' : plural(count, { one: '# testimonio rechazado', other: '# testimonios rechazados' }),
    reopen: (count) =>
      count === 1
        ? 'Pasado a pendiente'
        : plural(count, { one: '# testimonio pasado a pendiente', other: '# testimonios pasados a pendientes' }),
    delete: (count) =>
      count === 1 ? 'Testimonio eliminado' : plural(count, { one: '# testimonio eliminado', other: '# testimonios eliminados' }),
  },
  deleteMany: (count) => plural(count, { one: '¿Eliminar este testimonio?', other: '¿Eliminar # testimonios?' }),
  emptyPending: 'No hay testimonios pendientes',
  emptyPendingHint: 'Los testimonios se publican después de que los apruebes.',
  emptyOther: 'No hay testimonios',
  form: 'Código para insertar',
  html: 'HTML',
  share: 'Enlace del formulario',
  list: 'Testimonios',
  summary: (count, average) =>
    `${plural(count, { one: '# aprobado', other: '# aprobados' })}, ${average} de 5 estrellas de media`,
  noneApproved: 'Todavía ninguno aprobado',
  source: 'Fuente',
};
