import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

/** Returns milliseconds, without a decimal from 10 on. The space does not break. */
const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0ms`;

export const requestLog: Texts<typeof english> = {
  title: 'Log de solicitações',
  hint: 'Solicitações de API a este projeto nos últimos sete dias, sem corpos nem endereços IP. Solicitações semelhantes em um mesmo minuto podem ser agrupadas.',
  forMembers: 'Leitores não podem ler o log de solicitações.',
  none: 'Nenhuma solicitação',
  time: 'Hora',
  request: 'Solicitação',
  status: 'Status',
  statuses: {
    '2xx': 'Sucesso (2xx)',
    '3xx': 'Redirecionamento (3xx)',
    '4xx': 'Erro do cliente (4xx)',
    '5xx': 'Erro do servidor (5xx)',
  },
  method: 'Método',
  duration: 'Duração',
  milliseconds: formatDuration,
  average: (ms) => `${formatDuration(ms)} em média`,
  credential: 'Credencial',
  credentials: {
    api_key: 'Chave de API',
    personal_token: 'Token de acesso pessoal',
    service_account: 'Conta de serviço',
    connected_app: 'Aplicativo conectado',
    session: 'Sessão',
    shared_link: 'Link compartilhado',
  },
  noCredential: 'Nenhuma',
  caller: 'Origem',
  programs: 'Chaves e tokens',
  dashboard: 'Painel e linha de comando',
  everyone: 'Todas as origens',
  search: 'Buscar caminhos e IDs de solicitação',
  open: (request) => `Detalhes de ${request}`,
  code: 'Código de erro',
  id: 'ID da solicitação',
  requests: 'Solicitações',
  notFound: 'Esta solicitação não está mais no log.',
  combined: (count) => plural(count, { one: '# solicitação', other: '# solicitações' }),
};
