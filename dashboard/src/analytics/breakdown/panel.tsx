import { BREAKDOWN_SORTS } from '@earshot/contract/services/analytics/values';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { Maximize2 } from 'lucide-react';
import { Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { lazily, PartNotLoaded } from '../../lazy.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogTrigger } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { useSearchParam } from '../../ui/history/page-search.ts';
import { parseOneOf, parseText } from '../../ui/search.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { BY_VISITORS, formatSorting, panelColumns, parseSorting } from './columns.ts';
import { Details } from './details.tsx';
import type { BreakdownProps } from './props.ts';
import { BreakdownTable } from './table.tsx';

const CountryMap = lazily(() => import('../countries/country-map.tsx'), 'default', PartNotLoaded);

const MAX_ROWS = 9;
const MAX_PROPERTIES = 100;
/** Tab that lists event properties instead of a dimension. */
export const PROPERTIES = 'property';
/** Tab that lists the values of a UTM parameter. */
export const CAMPAIGNS = 'campaigns';
const UTM_PARAMETERS = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'];
/** Tab that shows countries on a map. */
export const MAP = 'map';

const NAMES: Record<string, string> = {
  ...texts.dimensions,
  [PROPERTIES]: texts.properties,
  [CAMPAIGNS]: texts.campaigns,
  [MAP]: reports.map,
};

/** Breakdowns by dimension. A click on a value filters by it. */
export function Panel({ dimensions, ...props }: BreakdownProps & { dimensions: string[] }) {
  const [first = ''] = dimensions;
  const [by, setBy] = useSearchParam(`${first}_tab`, (value) => parseOneOf(dimensions, value), first);
  return (
    <section className="panel breakdown">
      <Tabs selectedKey={by} onSelectionChange={(key) => setBy(String(key))}>
        <TabList aria-label={NAMES[first] ?? first} className="tabs small">
          {dimensions.map((dimension) => (
            <Tab key={dimension} id={dimension} className="tab">
              {NAMES[dimension]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id={by} className="panel-rows">
          {by === PROPERTIES ? (
            <Properties {...props} />
          ) : by === CAMPAIGNS ? (
            <Campaigns {...props} />
          ) : by === MAP ? (
            <Suspense fallback={<Skeleton lines={MAX_ROWS} height="1.4rem" />}>
              <CountryMap {...props} />
            </Suspense>
          ) : (
            <Rows by={by} {...props} />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Rows({ by, report, total, onFilter }: BreakdownProps & { by: string }) {
  const hasGoal = report.goal_id !== undefined;
  const columns = panelColumns(by, hasGoal);
  // Each breakdown has its own order, because its columns may not exist in another one, or without the goal.
  const [order, setOrder] = useSearchParam(`${by}_sort`, parseText, formatSorting(BY_VISITORS));
  const sorting =
    parseSorting(
      BREAKDOWN_SORTS.filter((id) => columns.some((column) => column.id === id)),
      order,
    ) ?? BY_VISITORS;
  const rows = useRead(
    'GET /v1/analytics/breakdown',
    { query: { ...report, by, sort: sorting.by, order: sorting.order, limit: MAX_ROWS } },
    { keep: true },
  );
  return (
    <Loaded query={rows} skeleton={<Skeleton lines={MAX_ROWS} height="1.4rem" />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="soft">{texts.nothing}</p>
        ) : (
          <div aria-busy={rows.isPlaceholderData}>
            <BreakdownTable
              by={by}
              rows={data}
              columns={columns}
              total={total}
              sorting={sorting}
              onSort={(next) => setOrder(formatSorting(next))}
              onFilter={onFilter}
            />
            <DialogTrigger>
              <Button
                look="plain"
                icon={<Maximize2 size={14} />}
                aria-label={reports.detailsOf(texts.dimensions[by] ?? by.replace(/^property:/, ''))}
              >
                {reports.details}
              </Button>
              <Details by={by} report={report} total={total} onFilter={onFilter} />
            </DialogTrigger>
          </div>
        )
      }
    </Loaded>
  );
}

/** Values of a UTM parameter. */
function Campaigns(props: BreakdownProps) {
  const [by, choose] = useSearchParam('utm', (value) => parseOneOf(UTM_PARAMETERS, value), 'utm_campaign');
  return (
    <>
      <Select
        label={texts.campaigns}
        isLabelHidden
        options={UTM_PARAMETERS.map((id) => ({ id, label: texts.dimensions[id] ?? id }))}
        value={by}
        onChange={choose}
      />
      <Rows by={by} {...props} />
    </>
  );
}

/** Values of an event property. */
function Properties({ report, total, onFilter }: BreakdownProps) {
  const names = useRead('GET /v1/analytics/properties', { query: { ...report, limit: MAX_PROPERTIES } }, { keep: true });
  const [chosen, choose] = useSearchParam('property', parseText, '');
  return (
    <Loaded query={names} skeleton={<Skeleton lines={MAX_ROWS} height="1.4rem" />}>
      {({ data }) => {
        const known = data.map(({ value }) => value);
        const name = known.find((one) => one === chosen) ?? known[0];
        if (name === undefined) return <p className="soft">{texts.noProperties}</p>;
        return (
          <>
            <Select
              label={texts.property}
              isLabelHidden
              options={known.map((id) => ({ id, label: id }))}
              value={name}
              onChange={choose}
            />
            <Rows by={`property:${name}`} report={report} total={total} onFilter={onFilter} />
          </>
        );
      }}
    </Loaded>
  );
}
