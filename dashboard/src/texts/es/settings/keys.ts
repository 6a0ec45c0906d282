import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'Claves de API',
  hint: 'Una clave identifica este proyecto en un sitio web o en una aplicación. Las claves son públicas y no dan acceso a datos personales ni a la configuración.',
  name: 'Nombre',
  key: 'Clave',
  origins: 'Orígenes permitidos',
  originsHint:
    'Uno por línea, por ejemplo https://example.com o https://*.example.com. Las páginas de otros orígenes se rechazan. Déjalo vacío para permitir todos.',
  allOrigins: 'Todos',
  created: 'Creada',
  lastUsed: 'Último uso',
  never: 'Nunca',
  expires: (time) => `Caduca: ${time}`,
  default: 'Predeterminada',
  new: 'Nueva clave',
  newTitle: 'Nueva clave de API',
  nameHint: 'El sitio web o la aplicación que usa la clave',
  create: 'Crear clave',
  actions: (name) => `Acciones de ${name}`,
  edit: 'Editar…',
  editTitle: 'Editar clave de API',
  revoke: 'Revocar…',
  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeHint: 'Los sitios web y aplicaciones con esta clave dejan de funcionar de inmediato.',
  revokeConfirm: 'Revocar clave',
  rotate: 'Rotar…',
  rotateTitle: '¿Rotar la clave predeterminada?',
  rotateHint:
    'Una clave nueva reemplaza la predeterminada. La clave anterior sigue siendo válida 24 horas, para que puedas reemplazarla. Las demás claves no cambian.',
  revokeNow: 'Revocar de inmediato',
  rotateConfirm: 'Rotar clave',
};
