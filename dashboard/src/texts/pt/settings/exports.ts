import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';
import type { ExportStatus } from '@earshot/contract/instance/values';

const states: Record<ExportStatus, string> = {
  queued: 'Em espera',
  running: 'Em andamento',
  ready: 'Pronta',
  failed: 'Falhou',
  expired: 'Expirada',
};

/** Texts of the settings “Export”. */
export const exports: Texts<typeof english> = {
  title: 'Exportações',
  hint: 'Um pacote contém todos os registros, imagens, eventos e configurações como arquivos legíveis, e pode ser importado em outro projeto ou instância. Chaves, membros, webhooks e logs não fazem parte dele.',
  create: 'Exportar projeto',
  personalData: 'Incluir dados pessoais',
  personalDataHint: 'Endereços, nomes e IDs dos seus usuários.',
  none: 'Ainda não há exportações',
  noneHint: 'O arquivo de uma exportação pode ser baixado por 24 horas.',
  when: 'Criada',
  state: 'Status',
  size: 'Tamanho',
  states,
  percent: (progress) => `${Math.round(progress * 100)}%`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`,
  withPersonalData: 'Com dados pessoais',
  withoutPersonalData: 'Sem dados pessoais',
  download: 'Baixar',
  deleteTitle: 'Excluir esta exportação?',
  deleteHint: 'O arquivo não poderá mais ser baixado.',
  forAdmins: 'Só proprietários e administradores podem exportar o projeto.',
};
