import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) => plural(count, { one: '# persona', other: '# personas' });

export const broadcasts: Texts<typeof english> = {
  title: 'Difusiones',
  new: 'Nueva difusión…',
  newTitle: 'Nueva difusión',
  empty: 'Todavía no hay difusiones',
  subject: 'Asunto',
  text: 'Texto',
  textHint: 'Markdown: **negrita**, [enlaces](https://…), listas.',
  hint: 'Las personas con una dirección sin confirmar y las que cancelaron la suscripción no reciben nada.',
  counting: 'Contando destinatarios…',
  receive: (count) => `Destinatarios: ${people(count)}`,
  preview: 'Vista previa',
  test: 'Enviarme una prueba',
  tested: 'Correo de prueba enviado a tu dirección',
  send: (count) => `Enviar a ${people(count)}`,
  nobody: 'Nadie coincide',
  sentTo: (count) => `La difusión se envía a ${people(count)}`,
  recipients: 'Destinatarios',
  delivered: 'Entregados',
  failed: 'Fallidos',
  unsubscribed: 'Suscripción cancelada',
  sent: 'Enviados',
  sending: 'Enviando',
  incomplete: 'Incompleta',
  stopped: {
    filter: 'Se eliminó el segmento, la recompensa o la pregunta de su filtro.',
    error: 'El envío falló varias veces.',
  },
  resume: 'Reanudar',
  resumed: 'Difusión reanudada',
};
