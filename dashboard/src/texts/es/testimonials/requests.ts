import type { requests as english } from '../../en/testimonials/requests.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

export const requests: Texts<typeof english> = {
  rules: 'Reglas',
  hint: 'Las reglas piden un testimonio en un buen momento, como máximo una vez al año.',
  new: 'Nueva regla',
  newTitle: 'Pedir testimonios',
  editTitle: 'Editar regla',
  none: 'Todavía no hay reglas',
  noneHint: 'Pregunta a las personas cuando han usado lo que pidieron, alcanzado un objetivo o encontrado una respuesta útil.',
  name: 'Nombre',
  trigger: 'Cuándo',
  triggers: {
    release_used: 'Usaron un lanzamiento que pidieron',
    goal_reached: 'Alcanzaron un objetivo',
    answer_helpful: 'Valoraron una respuesta como útil',
  },
  step: 'Objetivo',
  steps: { event: 'Evento', page: 'Página' },
  event: 'Nombre del evento',
  page: 'Ruta de la página',
  times: 'Cuántas veces',
  reached: (step, times) => (times === 1 ? `Alcanzó ${step}` : `Alcanzó ${step} ${times} veces`),
  channel: 'Cómo',
  channels: { mail: 'Por correo', widget: 'En el widget' },
  channelHints: {
    mail: 'Las personas con una dirección confirmada reciben un correo, con un enlace para rechazar.',
    widget: 'Los usuarios con un token firmado ven el formulario donde lo insertas con el atributo when-asked.',
  },
  message: 'Tu propia frase (opcional)',
  enabled: 'Preguntar a las personas',
  disabled: 'En pausa',
  results: 'Resultados',
  rates: (asked, answered, declined) =>
    `${plural(asked, { one: '# persona preguntada', other: '# personas preguntadas' })}, ${plural(answered, { one: '# respondió', other: '# respondieron' })}, ${plural(declined, { one: '# rechazó', other: '# rechazaron' })}`,
  candidates: (count) =>
    count
      ? plural(count, { one: 'Preguntaría ahora a # persona', other: 'Preguntaría ahora a # personas' })
      : 'Nadie a quien preguntar ahora',
  create: 'Crear regla',
  saved: 'Regla guardada',
  editOf: (name) => `Editar ${name}`,
  deleteOf: (name) => `Eliminar ${name}`,
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteHint: 'Sus solicitudes permanecen, para que no se pregunte a nadie dos veces en un año.',
  asked: 'Personas preguntadas',
  nobody: 'Todavía no se ha preguntado a nadie',
  person: 'Persona',
  erased: 'Persona desconocida',
  about: 'Sobre',
  status: 'Estado',
  statuses: { open: 'En espera', answered: 'Respondida', declined: 'Rechazada' },
  when: 'Preguntado',
};
