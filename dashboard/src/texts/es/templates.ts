import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

/** Built-in templates of new texts. */
export const templates: Texts<typeof english> = {
  feature: {
    name: 'Nueva función',
    title: '',
    content:
      'Una frase sobre lo que ahora es posible, y para quién.\n\n## Cómo funciona\n\n1. Abre …\n2. Elige …\n\n## Disponibilidad\n\nDisponible para todos desde hoy.\n',
  },
  breaking: {
    name: 'Cambio incompatible',
    title: '',
    content:
      '> [!WARNING] Acción requerida antes de …\n> Qué deja de funcionar, y para quién.\n\n## Qué cambia\n\n- \n\n## Qué hacer\n\n1. \n',
  },
  release: {
    name: 'Notas de la versión',
    title: '',
    content: 'Una frase sobre a quién ayuda esta versión, y cómo.\n\n## Nuevo\n\n- \n\n## Mejorado\n\n- \n\n## Corregido\n\n- \n',
  },
  howTo: {
    name: 'Artículo de instrucciones',
    title: 'Cómo ',
    content:
      'Este artículo explica cómo … Lleva unos cinco minutos.\n\n## Antes de empezar\n\n- Necesitas …\n\n## Pasos\n\n1. Abre …\n2. Elige …\n3. Guarda.\n\n> [!TIP]\n> Un atajo o un error frecuente.\n\n## Siguientes pasos\n\n- \n',
  },
  faq: {
    name: 'Preguntas frecuentes',
    title: 'Preguntas frecuentes sobre ',
    content: '## ¿Cómo …?\n\nLa respuesta en una o dos frases.\n\n## ¿Por qué …?\n\nLa respuesta en una o dos frases.\n',
  },
};
