import { Bars, RankedList } from '../../src/ui/charts/bars.tsx';
import { Example, type Section } from '../example.tsx';

const SIGN_UPS = [3, 8, 5, 13, 21, 18, 9, 4, 16, 34, 29, 12, 7, 2];

export const CHARTS: Section[] = [
  {
    id: 'charts',
    title: 'Charts',
    render: () => (
      <>
        <Example name="<Bars>" use="Counts over time. Screen readers get a list.">
          <Bars
            title="Sign-ups by day"
            bars={SIGN_UPS.map((value, index) => ({
              label: `May ${index + 1}: ${value}`,
              tick: `May ${index + 1}`,
              value,
              part: Math.round(value / 3),
            }))}
            legend={{ value: 'Sign-ups', part: 'By referral' }}
          />
        </Example>
        <Example name="<RankedList>" use="Names with counts, the most frequent first.">
          <RankedList
            rows={[
              { name: 'Google', count: 1_240 },
              { name: 'Bing', count: 410 },
              { name: 'GitHub', count: 96 },
            ]}
          />
        </Example>
      </>
    ),
  },
];
