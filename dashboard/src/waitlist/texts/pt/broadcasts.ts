import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) => plural(count, { one: '# pessoa', other: '# pessoas' });

export const broadcasts: Texts<typeof english> = {
  title: 'Comunicados',
  new: 'Novo comunicado…',
  newTitle: 'Novo comunicado',
  empty: 'Ainda não há comunicados',
  subject: 'Assunto',
  text: 'Texto',
  textHint: 'Markdown: **negrito**, [links](https://…), listas.',
  hint: 'Pessoas com endereço não confirmado e as que cancelaram a assinatura não recebem nada.',
  counting: 'Contando destinatários…',
  receive: (count) => `Destinatários: ${people(count)}`,
  preview: 'Prévia',
  test: 'Enviar teste para mim',
  tested: 'E-mail de teste enviado para seu endereço',
  send: (count) => `Enviar para ${people(count)}`,
  nobody: 'Ninguém corresponde',
  sentTo: (count) => `O comunicado é enviado para ${people(count)}`,
  recipients: 'Destinatários',
  delivered: 'Entregues',
  failed: 'Com falha',
  unsubscribed: 'Assinatura cancelada',
  sent: 'Enviados',
  sending: 'Enviando',
  incomplete: 'Incompleto',
  stopped: {
    filter: 'O segmento, a recompensa ou a pergunta do filtro não existe mais.',
    error: 'O envio falhou várias vezes.',
  },
  resume: 'Retomar',
  resumed: 'Comunicado retomado',
};
