import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'Vaciar proyecto',
  hint: `Elimina ${content}, así como imágenes, correos y entregas de webhooks. La configuración, los miembros, las claves de API, los webhooks y los objetivos permanecen.`,
  onlyTest: 'Solo se pueden vaciar proyectos de prueba. Activa «Proyecto de prueba» y guarda primero.',
  ownerOnly: 'Solo el propietario puede vaciar un proyecto de prueba.',
  button: 'Vaciar proyecto…',
  confirmTitle: (name) => `¿Vaciar «${name}»?`,
  confirmHint: 'Se elimina todo el contenido de este proyecto de prueba. Esta acción no se puede deshacer.',
  confirm: 'Vaciar proyecto',
  emptied: 'Proyecto vaciado',
};
