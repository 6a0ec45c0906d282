import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';
import type { ExportStatus } from '@earshot/contract/instance/values';

const states: Record<ExportStatus, string> = {
  queued: 'En espera',
  running: 'En curso',
  ready: 'Lista',
  failed: 'Fallida',
  expired: 'Caducada',
};

/** Texts of the settings “Export”. */
export const exports: Texts<typeof english> = {
  title: 'Exportaciones',
  hint: 'Un archivo comprimido contiene todos los registros, imágenes, eventos y ajustes como archivos legibles, y se puede importar en otro proyecto o instancia. No incluye claves, miembros, webhooks ni registros de actividad.',
  create: 'Exportar proyecto',
  personalData: 'Incluir datos personales',
  personalDataHint: 'Direcciones, nombres e ID de tus usuarios.',
  none: 'Todavía no hay exportaciones',
  noneHint: 'El archivo de una exportación se puede descargar durante 24 horas.',
  when: 'Creada',
  state: 'Estado',
  size: 'Tamaño',
  states,
  percent: (progress) => `${Math.round(progress * 100)} %`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`,
  withPersonalData: 'Con datos personales',
  withoutPersonalData: 'Sin datos personales',
  download: 'Descargar',
  deleteTitle: '¿Eliminar esta exportación?',
  deleteHint: 'El archivo ya no se podrá descargar.',
  forAdmins: 'Solo los propietarios y administradores pueden exportar el proyecto.',
};
