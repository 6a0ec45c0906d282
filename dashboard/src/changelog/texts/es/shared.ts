import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': 'Leer las novedades',
    'changelog:write': 'Leer, modificar y publicar las novedades',
  },
  actions: {
    'changelog_entry.deleted': 'Eliminó una entrada de novedades',
    'changelog_subscriber.deleted': 'Eliminó un suscriptor de novedades',
    'changelog_subscribers.added': 'Añadió suscriptores de novedades',
    'changelog.exported': 'Exportó las novedades',
  },
  events: {
    'changelog.adoption_measured': 'Adopción medida',
    'changelog.published': 'Entrada de novedades publicada',
  },
  sections: { changelog: 'Novedades' },
  settings: {
    'settings.changelog.reactions': {
      label: 'Reacciones',
      hint: 'Los lectores reaccionan a las entradas con 👍, ❤️ o 🎉 en las páginas y en los widgets.',
    },
    'settings.changelog.page_url': {
      label: 'Página de novedades',
      hint: 'Destino de los enlaces en correos y feeds. Déjala vacía para usar la página pública.',
    },
  },
  notifications: {},
  timeline: {
    subscription: 'Suscripciones',
  },
  did: {
    subscription: 'Se suscribió',
  },
  imports: {
    changelog: 'Novedades',
  },
};
