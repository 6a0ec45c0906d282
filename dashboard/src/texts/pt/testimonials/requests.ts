import type { requests as english } from '../../en/testimonials/requests.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

export const requests: Texts<typeof english> = {
  rules: 'Regras',
  hint: 'As regras pedem um depoimento em um bom momento, no máximo uma vez por ano.',
  new: 'Nova regra',
  newTitle: 'Pedir depoimentos',
  editTitle: 'Editar regra',
  none: 'Ainda não há regras',
  noneHint: 'Pergunte às pessoas quando usaram o que pediram, alcançaram uma meta ou encontraram uma resposta útil.',
  name: 'Nome',
  trigger: 'Quando',
  triggers: {
    release_used: 'Usaram um lançamento que pediram',
    goal_reached: 'Alcançaram uma meta',
    answer_helpful: 'Avaliaram uma resposta como útil',
  },
  step: 'Meta',
  steps: { event: 'Evento', page: 'Página' },
  event: 'Nome do evento',
  page: 'Caminho da página',
  times: 'Quantas vezes',
  reached: (step, times) => (times === 1 ? `Alcançou ${step}` : `Alcançou ${step} ${times} vezes`),
  channel: 'Como',
  channels: { mail: 'Por e-mail', widget: 'No widget' },
  channelHints: {
    mail: 'Pessoas com um endereço confirmado recebem um e-mail, com um link para recusar.',
    widget: 'Usuários com um token assinado veem o formulário onde você o incorpora com o atributo when-asked.',
  },
  message: 'Sua própria frase (opcional)',
  enabled: 'Perguntar às pessoas',
  disabled: 'Pausada',
  results: 'Resultados',
  rates: (asked, answered, declined) =>
    `${plural(asked, { one: '# pessoa perguntada', other: '# pessoas perguntadas' })}, ${plural(answered, { one: '# respondeu', other: '# responderam' })}, ${plural(declined, { one: '# recusou', other: '# recusaram' })}`,
  candidates: (count) =>
    count
      ? plural(count, { one: 'Perguntaria a # pessoa agora', other: 'Perguntaria a # pessoas agora' })
      : 'Ninguém a perguntar agora',
  create: 'Criar regra',
  saved: 'Regra salva',
  editOf: (name) => `Editar ${name}`,
  deleteOf: (name) => `Excluir ${name}`,
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteHint: 'Os pedidos permanecem, para que ninguém seja perguntado duas vezes em um ano.',
  asked: 'Pessoas perguntadas',
  nobody: 'Ninguém foi perguntado ainda',
  person: 'Pessoa',
  erased: 'Pessoa desconhecida',
  about: 'Sobre',
  status: 'Status',
  statuses: { open: 'Em espera', answered: 'Respondido', declined: 'Recusado' },
  when: 'Perguntado',
};
