import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: 'Novedades',
  unread: 'Novedades: {count} sin leer',
  readMore: 'Leer más',
  type_feature: 'Nuevo',
  type_improvement: 'Mejorado',
  type_fix: 'Corregido',
  type_breaking: 'Cambiado',
  subscribe: 'Suscribirme',
  subscribeTitle: 'Recibir novedades por correo',
  confirm: 'Confirma tu dirección: abre el enlace del correo que te enviamos.',
  reactions: 'Reacciones',
  react_like: 'Me gusta',
  react_love: 'Me encanta',
  react_celebrate: 'Celebrar',
};
