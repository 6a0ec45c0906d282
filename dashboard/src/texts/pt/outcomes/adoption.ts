import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# pessoa', other: '# pessoas' });

/** Adoption of releases by the people who asked for them. */
export const adoption: Texts<typeof english> = {
  title: 'Quem pediu usou?',
  sentence: (used, identified) =>
    `${formatNumber(used)} de ${people(identified)} que pediram ${plural(used, { one: 'usou', other: 'usaram' })}`,
  rate: (rate, low, high) => ` (${rate}; de ${low} a ${high} com 95% de confiança)`,
  median: (days) => `, metade em ${plural(days, { one: '# dia', other: '# dias' })}`,
  unknown: (count) =>
    plural(count, { one: '# pessoa que pediu não está identificada.', other: '# pessoas que pediram não estão identificadas.' }),
  complete: (when) => `O prazo terminou em ${when}.`,
  running: (when) => `O prazo termina em ${when}.`,
  few: 'As taxas exigem pelo menos cinco pessoas identificadas.',
  hidden: 'Menos de cinco pessoas estão identificadas. Só membros com acesso a dados pessoais veem os números delas.',
  steps: { identified: 'Pediram', told: 'Avisadas', returned: 'Voltaram', used: 'Usaram' },
  chart: 'Proporção de pessoas que usaram, por dias desde a publicação',
  askers: 'Pessoas que pediram',
  others: 'Todas as outras',
  silent: 'Não usaram',
  silentCount: (shown, total) => `${formatNumber(shown)} de ${people(total)}`,
  person: 'Pessoa',
  told: 'Avisada',
  lastSeen: 'Voltou',
  askWhy: 'Perguntar por quê',
  askWhom: (name) => `Perguntar por quê: ${name}`,
  askSubject: (title) => `Sua opinião sobre “${title}”`,
  never: '–',
  success: 'Evento ou página de sucesso',
  successHint: 'Um evento, ou uma página que começa com /, que mostra que as pessoas usam isto.',
  window: 'Prazo',
  days: (count) => plural(count, { one: '# dia', other: '# dias' }),
  line: (used, identified) =>
    `${formatNumber(used)} de ${formatNumber(identified)} ${plural(used, { one: 'usou', other: 'usaram' })}`,
};
