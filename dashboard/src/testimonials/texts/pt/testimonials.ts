import type { testimonials as english } from '../en/testimonials.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const testimonials: Texts<typeof english> = {
  title: 'Depoimentos',
  queue: 'Fila',
  wall: 'Mural',
  requests: 'Pedidos',
  statuses: { pending: 'Pendente', approved: 'Aprovado', rejected: 'Rejeitado' },
  more: (name) => `Mais ações do depoimento de ${name}`,
  approve: 'Aprovar',
  reject: 'Rejeitar',
  reopen: 'Mover para pendentes',
  feature: 'Destacar',
  featured: 'Em destaque',
  unfeature: 'Remover dos destaques',
  approved: 'Aprovado',
  rejected: 'Rejeitado',
  reopened: 'Movido para pendentes',
  changed: 'Alterado',
  delete: 'Excluir',
  deleteTitle: 'Excluir este depoimento?',
  deleteHint: 'Esta ação não pode ser desfeita. Para manter o depoimento, rejeite-o.',
  stars: (rating) => `${rating} de 5 estrelas`,
  disclosures: { none: 'Sem declaração', incentive: 'Recebeu um incentivo', affiliated: 'Membro da equipe' },
  consent: (version, when) => `Consentimento com a versão ${version} em ${when}`,
  noConsent: 'Nenhum consentimento registrado',
  answers: 'Respostas às suas perguntas',
  tags: 'Tags',
  keys: {
    next: 'Próximo depoimento',
    previous: 'Depoimento anterior',
    approve: 'Aprovar',
    reject: 'Rejeitar',
    feature: 'Destacar',
    select: 'Selecionar depoimento',
    selectNext: 'Estender seleção para baixo',
    selectPrevious: 'Estender seleção para cima',
    clearSelection: 'Limpar seleção',
  },
  search: 'Buscar depoimentos',
  noMatch: 'Nenhum depoimento corresponde à sua busca',
  withCount: (status, count) => `${status} ${formatNumber(count)}`,
  ask: 'Pedir depoimentos',
  select: (author) => `Selecionar o depoimento de ${author}`,
  selected: (count) => plural(count, { one: '# depoimento selecionado', other: '# depoimentos selecionados' }),
  clearSelection: 'Limpar seleção',
  selectAll: 'Selecionar tudo nesta página',
  bulk: {
    approve: (count) =>
      count === 1 ? 'Aprovado' : plural(count, { one: '# depoimento aprovado', other: '# depoimentos aprovados' }),
    reject: (count) =>
      count === 1 ? 'Rejeitado' : plural(count, { one: '# depoimento rejeitado', other: '# depoimentos rejeitados' }),
    reopen: (count) =>
      count === 1
        ? 'Movido para pendentes'
        : plural(count, { one: '# depoimento movido para pendentes', other: '# depoimentos movidos para pendentes' }),
    delete: (count) =>
      count === 1 ? 'Depoimento excluído' : plural(count, { one: '# depoimento excluído', other: '# depoimentos excluídos' }),
  },
  deleteMany: (count) => plural(count, { one: 'Excluir este depoimento?', other: 'Excluir # depoimentos?' }),
  emptyPending: 'Nenhum depoimento pendente',
  emptyPendingHint: 'Os depoimentos são publicados depois que você os aprova.',
  emptyOther: 'Nenhum depoimento',
  form: 'Código de incorporação',
  html: 'HTML',
  share: 'Link do formulário',
  list: 'Depoimentos',
  summary: (count, average) => `${plural(count, { one: '# aprovado', other: '# aprovados' })}, ${average} de 5 estrelas em média`,
  noneApproved: 'Nenhum aprovado ainda',
  source: 'Fonte',
};
