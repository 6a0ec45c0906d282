import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Texts about funnels and saved funnels. */
export const funnels: Texts<typeof english> = {
  hint: 'Taxa de conversão de cada etapa e onde os visitantes desistem',
  saved: 'Funis salvos',
  newFunnel: 'Novo funil',
  unsaved: 'Não salvo',
  steps: 'Etapas',
  step: (number) => `Etapa ${number}`,
  stepKind: (number) => `Tipo da etapa ${number}`,
  kinds: { page: 'Página', event: 'Evento' },
  addStep: 'Adicionar etapa',
  stepConditions: (number) => `Condições da etapa ${number}`,
  removeStep: (number) => `Remover a etapa ${number}`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: 'Ordem',
  orders: { loose: 'Em sequência', strict: 'Diretamente consecutivas', any: 'Qualquer ordem' },
  by: 'Contar',
  bys: { person: 'Pessoas', visit: 'Visitas' },
  window: 'Em até',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { one: '# dia', other: '# dias' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { one: '# hora', other: '# horas' })
        : plural(seconds, { one: '# segundo', other: '# segundos' }),
  tooFewSteps: 'Insira uma página ou um evento para ver conversões.',
  // Result
  overall: 'Conversão total',
  overallHint: (last, first) => `${last} de ${first} concluíram todas as etapas`,
  compareBy: 'Comparar por',
  ofPrevious: (rate) => `${rate} da etapa anterior`,
  anyPage: 'Qualquer página',
  droppedOff: (count, rate) => `${count} desistiram, ${rate}`,
  wasBefore: (count, rate) => `Período de comparação: ${count}, ${rate} da etapa anterior`,
  firstBefore: (count) => `Período de comparação: ${count}`,
  estimate: (share) => `Estimar a partir de ${share} das pessoas`,
  estimateHint: 'Mais rápido com um grande número de eventos',
  standardErrors: (first, last) => `Erro padrão: ${first} na primeira etapa, ${last} na última`,
  // Saving
  save: 'Salvar funil…',
  saveTitle: 'Salvar funil',
  saveChanges: 'Salvar alterações',
  discard: 'Descartar alterações',
  saveAs: 'Salvar como novo…',
  name: 'Nome',
  nameHint: 'Por exemplo, “De preços a cadastro”',
  actions: (name) => `Ações de ${name}`,
  rename: 'Renomear…',
  renameTitle: 'Renomear funil',
  delete: 'Excluir…',
  deleteTitle: (name) => `Excluir o funil “${name}”?`,
  deleteHint: 'Os eventos são mantidos.',
  deleteLabel: 'Excluir',
  wasSaved: 'Funil salvo',
};
