import { USER_SORTS } from '@earshot/contract/services/analytics/values';
import type { AnalyticsUser, AnalyticsVisit } from '@earshot/sdk';
import { users as texts } from '../texts/en/users.ts';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Select } from '../../ui/field.tsx';
import { usePageNumber, useSearchParam } from '../../ui/history/page-search.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { parseOneOf } from '../../ui/search.ts';
import { Empty, Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { formatFigure, renderName } from '../format.ts';
import { withoutGoal } from '../report-query.ts';

const PAGE_SIZE = 50;
const LISTS = ['users', 'visits'] as const;

/** Users of the product with their visits. Anonymous visitors are not listed. */
export function UsersPage() {
  const mayRead = useMay('member');
  const [list, setList] = useSearchParam<(typeof LISTS)[number]>('list', (value) => parseOneOf(LISTS, value), 'users');
  return (
    <AnalyticsFrame>
      {mayRead ? (
        <>
          <p className="soft">{texts.hint}</p>
          <Group className="filters" aria-label={texts.lists}>
            <Select
              label={texts.lists}
              isLabelHidden
              options={LISTS.map((id) => ({ id, label: texts.listNames[id] }))}
              value={list}
              onChange={(id) => setList(LISTS.find((one) => one === id) ?? 'users')}
            />
            {list === 'users' && <SortSelect />}
          </Group>
          {list === 'users' ? <UserList /> : <VisitList />}
        </>
      ) : (
        <Empty icon={<Users size={28} />} title={texts.forMembers}>
          <p>{texts.forMembersHint}</p>
        </Empty>
      )}
    </AnalyticsFrame>
  );
}

const useSort = () => useSearchParam<(typeof USER_SORTS)[number]>('sort', (value) => parseOneOf(USER_SORTS, value), 'last_seen');

function SortSelect() {
  const [sort, setSort] = useSort();
  return (
    <Select
      label={texts.sort}
      isLabelHidden
      options={USER_SORTS.map((id) => ({ id, label: texts.sorts[id] }))}
      value={sort}
      onChange={(id) => setSort(USER_SORTS.find((one) => one === id) ?? 'last_seen')}
    />
  );
}

function UserList() {
  const { report } = useReportQuery();
  const [sort] = useSort();
  const [page, setPage] = usePageNumber();
  const query = { ...withoutGoal(report), sort, page, limit: PAGE_SIZE };
  const list = useRead('GET /v1/analytics/users', { query }, { keep: true });
  return (
    <PagedList
      query={list}
      skeleton={<Skeleton lines={8} height="2.5rem" />}
      empty={
        <Empty icon={<Users size={28} />} title={texts.empty}>
          <p>{texts.emptyHint}</p>
        </Empty>
      }
      onPage={setPage}
    >
      {(users) => (
        <Table
          label={texts.listNames.users}
          head={[texts.user, texts.lastSeen, texts.firstSeen, texts.visits, texts.views, texts.events]}
          numbers={[texts.visits, texts.views, texts.events]}
        >
          {users.map((user) => (
            <tr key={user.user_id}>
              <td>
                <UserName user={user} />
              </td>
              <td>
                <Time iso={user.last_seen_at} />
              </td>
              <td>
                <Time iso={user.first_seen_at} />
              </td>
              <td className="number">
                <VisitsLink userId={user.user_id}>{formatFigure('visits', user.visits)}</VisitsLink>
              </td>
              <td className="number">{formatFigure('page_views', user.page_views)}</td>
              <td className="number">{formatFigure('events', user.events)}</td>
            </tr>
          ))}
        </Table>
      )}
    </PagedList>
  );
}

/** Name of a user with the user id, as a link to the person. */
function UserName({ user: { user_id, person_id, name } }: { user: Pick<AnalyticsUser, 'user_id' | 'person_id' | 'name'> }) {
  const { slug } = useProject();
  const label = <span dir="auto">{name ?? user_id}</span>;
  return (
    <>
      {person_id === null ? (
        label
      ) : (
        <Link to="/projects/$slug/people/$id" params={{ slug, id: person_id }}>
          {label}
        </Link>
      )}
      {name !== null && <span className="soft"> {user_id}</span>}
    </>
  );
}

/** Link to the visits of a user. */
function VisitsLink({ userId, children }: { userId: string; children: string }) {
  const { slug } = useProject();
  return (
    <Link
      to="/projects/$slug/analytics/users"
      params={{ slug }}
      search={(search) => ({ ...search, user_id: [userId], list: 'visits', page: undefined })}
      aria-label={texts.visitsOf(userId, children)}
    >
      {children}
    </Link>
  );
}

function VisitList() {
  const { report } = useReportQuery();
  const [page, setPage] = usePageNumber();
  const list = useRead('GET /v1/analytics/visits', { query: { ...withoutGoal(report), page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <PagedList
      query={list}
      skeleton={<Skeleton lines={8} height="2.5rem" />}
      empty={<Empty icon={<Users size={28} />} title={texts.noVisits} />}
      onPage={setPage}
    >
      {(visits) => (
        <Table
          label={texts.listNames.visits}
          head={[texts.user, texts.start, texts.pages, texts.views, texts.source, texts.place]}
          numbers={[texts.views]}
        >
          {visits.map((visit, index) => (
            <VisitRow key={`${visit.user_id} ${visit.started_at} ${index}`} visit={visit} />
          ))}
        </Table>
      )}
    </PagedList>
  );
}

const VisitRow = ({ visit }: { visit: AnalyticsVisit }) => (
  <tr>
    <td>
      <UserName user={visit} />
    </td>
    <td>
      <Time iso={visit.started_at} />
    </td>
    <td>
      {visit.entry_page}
      {visit.exit_page !== visit.entry_page && <span className="soft"> → {visit.exit_page}</span>}
    </td>
    <td className="number">{formatFigure('page_views', visit.page_views)}</td>
    <td>{visit.source || <span className="soft">{texts.direct}</span>}</td>
    <td>{[visit.country && renderName('country', visit.country), visit.browser, visit.os].filter(Boolean).join(' · ')}</td>
  </tr>
);
