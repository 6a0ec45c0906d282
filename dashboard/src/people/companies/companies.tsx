import type { Company } from '@earshot/sdk';
import { directory } from '#texts/directory';
import { companies as texts } from '#texts/directory/companies';
import { Link, useParams } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { Group } from 'react-aria-components';
import { renderPerson } from '../person-name.ts';
import { useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { useListSearch } from '../../ui/history/page-search.ts';
import { Crumbs, Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { parsePage, parseText, withoutEmpty } from '../../ui/search.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../avatar.tsx';
import { DirectoryTabs } from '../directory/tabs.tsx';
import { Timeline } from '../directory/timeline.tsx';
import { formatNumber } from '../../texts/plural.ts';

const PAGE_SIZE = 50;
/** Attributes that the list shows: further ones are on the page of a company. */
const MAX_COLUMNS = 3;
/** People that the page of a company shows. */
const MAX_PEOPLE = 10;

/** List of the companies of a project. */
export function CompaniesPage() {
  const mayRead = useMay('member');
  return (
    <Page title={directory.title} tabs={<DirectoryTabs />}>
      {mayRead ? (
        <Companies />
      ) : (
        <Empty icon={<Building2 size={28} />} title={texts.forMembers}>
          <p>{texts.forMembersHint}</p>
        </Empty>
      )}
    </Page>
  );
}

const readFilters = (search: Record<string, unknown>) =>
  withoutEmpty<{ q?: string | undefined; page?: number | undefined }>({ q: parseText(search.q), page: parsePage(search.page) });

function Companies() {
  const [filters, change] = useListSearch(readFilters);
  const list = useRead('GET /v1/companies', { query: { ...filters, limit: PAGE_SIZE } }, { keep: true });
  const attributes = useRead('GET /v1/people/attributes');
  if (list.data?.total === 0 && !filters.q && !filters.page)
    return (
      <Empty icon={<Building2 size={28} />} title={texts.empty}>
        <p>{texts.emptyHint}</p>
      </Empty>
    );
  const columns = (attributes.data?.data ?? []).filter(({ subject }) => subject === 'company').slice(0, MAX_COLUMNS);
  return (
    <>
      <Group className="filters" aria-label={texts.filters}>
        <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => change({ q }, 'typing')} />
      </Group>
      <PagedList
        // The columns are known before the rows are shown.
        query={{ data: attributes.isPending ? undefined : list.data, error: list.error, refetch: list.refetch }}
        skeleton={<Skeleton lines={8} height="2.5rem" />}
        empty={<Empty title={texts.noMatches} />}
        onPage={(page) => change({ page }, 'page')}
      >
        {(companies) => <CompanyTable companies={companies} columns={columns} />}
      </PagedList>
    </>
  );
}

function CompanyTable({ companies, columns }: { companies: Company[]; columns: { name: string; type: string }[] }) {
  const { slug } = useProject();
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  return (
    <Table
      label={texts.title}
      head={[texts.company, texts.id, texts.people, ...columns.map(({ name }) => name), texts.created]}
      numbers={[texts.people, ...numbers]}
    >
      {companies.map((company) => (
        <tr key={company.id}>
          <td>
            <Link to="/projects/$slug/people/companies/$id" params={{ slug, id: company.id }} dir="auto">
              {company.name ?? company.id}
            </Link>
          </td>
          <td>{company.id}</td>
          <td className="number">{company.people_count}</td>
          {columns.map(({ name, type }) => (
            <td key={name} className={type === 'number' ? 'number' : undefined}>
              {renderValue(company.attributes[name])}
            </td>
          ))}
          <td>
            <Time iso={company.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Returns a value of an attribute as text: numbers have separators. */
function renderValue(value: unknown) {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value ? <bdi>{value}</bdi> : null;
}

/** Page of a company: attributes, people, and what its people did. */
export function CompanyPage() {
  const { slug, id } = useParams({ from: '/app/projects/$slug/people/companies/$id' });
  const company = useRead('GET /v1/companies/{id}', { path: { id } });
  return (
    <Loaded query={company} isPage skeleton={<Skeleton lines={8} height="1.5rem" />}>
      {(found) => (
        <Page
          title={found.name ?? found.id}
          crumbs={
            <Crumbs>
              <Link to="/projects/$slug/people" params={{ slug }}>
                {directory.title}
              </Link>
              <Link to="/projects/$slug/people/companies" params={{ slug }}>
                {texts.title}
              </Link>
            </Crumbs>
          }
        >
          <div className="split">
            <div className="split-main">
              <Timeline key={found.id} companyId={found.id} />
            </div>
            <aside className="split-side" aria-label={texts.details}>
              <Facts company={found} />
              <People company={found} />
            </aside>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function Facts({ company }: { company: Company }) {
  const attributes = Object.entries(company.attributes);
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{texts.id}</dt>
          <dd>{company.id}</dd>
        </div>
        <div>
          <dt>{texts.created}</dt>
          <dd>
            <Time iso={company.created_at} />
          </dd>
        </div>
      </dl>
      <section>
        <h2>{texts.attributes}</h2>
        {attributes.length ? (
          <dl className="facts">
            {attributes.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{renderValue(value)}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="soft">{texts.noAttributes}</p>
        )}
      </section>
    </>
  );
}

function People({ company }: { company: Company }) {
  const { slug } = useProject();
  const people = useRead('GET /v1/people', { query: { company_id: company.id, sort: 'last_seen', limit: MAX_PEOPLE } });
  return (
    <section>
      <h2>{texts.people}</h2>
      <Loaded query={people} skeleton={<Skeleton lines={3} height="1.5rem" />}>
        {({ data, total }) => (
          <>
            {data.length === 0 && <p className="soft">{texts.noPeople}</p>}
            <ul className="plain-list">
              {data.map((person) => (
                <li key={person.id} className="voter">
                  <Avatar name={renderPerson(person)} url={person.avatar_url} />
                  <Link to="/projects/$slug/people/$id" params={{ slug, id: person.id }} dir="auto">
                    {renderPerson(person)}
                  </Link>
                </li>
              ))}
            </ul>
            {total > data.length && (
              <Link to="/projects/$slug/people" params={{ slug }} search={{ company_id: company.id }}>
                {texts.allPeople(total)}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
