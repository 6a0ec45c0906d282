import type { effect as english } from '../../en/outcomes/effect.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) => plural(days, { one: 'el primer día', other: 'en los primeros # días' });

export const effect: Texts<typeof english> = {
  title: 'Efecto de este lanzamiento',
  table: 'Cifras tras el lanzamiento',
  figure: 'Cifra',
  since: 'Desde el lanzamiento',
  usual: 'Rango habitual',
  verdict: 'Resultado',
  metrics: {
    success: 'Eventos de éxito',
    conversion_rate: 'Tasa de conversión',
    bounce_rate: 'Tasa de rebote',
    feedback: 'Nuevo feedback',
  },
  conversion: (goal) => `Conversión: ${goal}`,
  verdicts: { rise: 'Más alta', fall: 'Más baja', none: 'Sin efecto visible', unknown: 'Muy pocos datos' },
  none: (days, unknown) =>
    `Sin efecto visible ${inDays(days)}: ${unknown ? 'las cifras con datos suficientes están' : 'todas las cifras están'} en sus rangos habituales.`,
  visible: (name, isRise, after, range) => `${name}: ${isRise ? 'subió' : 'bajó'} a ${after}, normalmente ${range}.`,
  unknown: 'Hay muy pocos datos: un rango habitual requiere cuatro semanas completas antes del lanzamiento.',
  tooEarly: 'Las primeras cifras aparecen cuando termina el día de la publicación.',
  others: (count) =>
    plural(count, {
      one: 'Otra entrada se publicó en los mismos días y puede ser la causa.',
      other: 'Otras # entradas se publicaron en los mismos días y pueden ser la causa.',
    }),
  hint: 'Comparado con los mismos días de la semana de las 8 semanas anteriores. Una de cada veinte cifras está fuera de su rango por azar.',
};
