const inDays = (days: number) => (days === 1 ? 'on the first day' : `in the first ${days} days`);

export const effect = {
  title: 'Effect of this release',
  table: 'Figures after the release',
  figure: 'Figure',
  since: 'Since the release',
  usual: 'Usual range',
  verdict: 'Result',
  metrics: {
    success: 'Success events',
    conversion_rate: 'Conversion rate',
    bounce_rate: 'Bounce rate',
    feedback: 'New feedback',
  },
  conversion: (goal: string) => `Conversion: ${goal}`,
  verdicts: { rise: 'Higher', fall: 'Lower', none: 'No visible effect', unknown: 'Too little data' },
  none: (days: number, unknown: number) =>
    `No visible effect ${inDays(days)}: ${unknown ? 'the figures with enough data' : 'all figures'} are within their usual ranges.`,
  visible: (name: string, isRise: boolean, after: string, range: string) =>
    `${name} ${isRise ? 'rose' : 'fell'} to ${after}, usually ${range}.`,
  unknown: 'There is too little data: a usual range requires four whole weeks before the release.',
  tooEarly: 'The first figures appear when the day of the publication is over.',
  others: (count: number) =>
    count === 1
      ? 'Another entry was published in the same days, and may be the cause.'
      : `${count} other entries were published in the same days, and may be the cause.`,
  hint: 'Compared with the same weekdays of the 8 weeks before. One figure in twenty is outside its range by chance.',
};
