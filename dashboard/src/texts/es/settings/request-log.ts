import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Returns milliseconds, without a decimal from 10 on. The space does not break. */
const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0ms`;

export const requestLog: Texts<typeof english> = {
  title: 'Registro de solicitudes',
  hint: 'Solicitudes de API a este proyecto en los últimos siete días, sin cuerpos ni direcciones IP. Las solicitudes similares en un mismo minuto pueden agruparse.',
  forMembers: 'Los lectores no pueden leer el registro de solicitudes.',
  none: 'No hay solicitudes',
  time: 'Hora',
  request: 'Solicitud',
  status: 'Estado',
  statuses: {
    '2xx': 'Éxito (2xx)',
    '3xx': 'Redirección (3xx)',
    '4xx': 'Error del cliente (4xx)',
    '5xx': 'Error del servidor (5xx)',
  },
  method: 'Método',
  duration: 'Duración',
  milliseconds: formatDuration,
  average: (ms) => `${formatDuration(ms)} de media`,
  credential: 'Credencial',
  credentials: {
    api_key: 'Clave de API',
    personal_token: 'Token de acceso personal',
    service_account: 'Cuenta de servicio',
    connected_app: 'Aplicación conectada',
    session: 'Sesión',
    shared_link: 'Enlace compartido',
  },
  noCredential: 'Ninguna',
  caller: 'Origen',
  programs: 'Claves y tokens',
  dashboard: 'Panel y línea de comandos',
  everyone: 'Todos los orígenes',
  search: 'Buscar rutas e ID de solicitud',
  open: (request) => `Detalles de ${request}`,
  code: 'Código de error',
  id: 'ID de solicitud',
  requests: 'Solicitudes',
  notFound: 'Esta solicitud ya no está en el registro.',
  combined: (count) => plural(count, { one: '# solicitud', other: '# solicitudes' }),
};
