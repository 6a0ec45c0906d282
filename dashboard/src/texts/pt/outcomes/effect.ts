import type { effect as english } from '../../en/outcomes/effect.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) => plural(days, { one: 'no primeiro dia', other: 'nos primeiros # dias' });

export const effect: Texts<typeof english> = {
  title: 'Efeito deste lançamento',
  table: 'Números após o lançamento',
  figure: 'Número',
  since: 'Desde o lançamento',
  usual: 'Faixa habitual',
  verdict: 'Resultado',
  metrics: {
    success: 'Eventos de sucesso',
    conversion_rate: 'Taxa de conversão',
    bounce_rate: 'Taxa de rejeição',
    feedback: 'Feedback novo',
  },
  conversion: (goal) => `Conversão: ${goal}`,
  verdicts: { rise: 'Maior', fall: 'Menor', none: 'Sem efeito visível', unknown: 'Poucos dados' },
  none: (days, unknown) =>
    `Sem efeito visível ${inDays(days)}: ${unknown ? 'os números com dados suficientes estão' : 'todos os números estão'} nas faixas habituais.`,
  visible: (name, isRise, after, range) => `${name}: ${isRise ? 'subiu' : 'caiu'} para ${after}, normalmente ${range}.`,
  unknown: 'Há poucos dados: uma faixa habitual exige quatro semanas completas antes do lançamento.',
  tooEarly: 'Os primeiros números aparecem quando o dia da publicação termina.',
  others: (count) =>
    plural(count, {
      one: 'Outra entrada foi publicada nos mesmos dias e pode ser a causa.',
      other: 'Outras # entradas foram publicadas nos mesmos dias e podem ser a causa.',
    }),
  hint: 'Comparado com os mesmos dias da semana das 8 semanas anteriores. Um número em cada vinte está fora da faixa por acaso.',
};
