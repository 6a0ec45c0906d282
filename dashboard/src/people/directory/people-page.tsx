import { common } from '#texts/common';
import { PEOPLE_SORTS } from '@earshot/contract/instance/values';
import type { Person } from '@earshot/sdk';
import { directory as texts } from '#texts/directory';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Users, X } from 'lucide-react';
import { Button as AriaButton, Group } from 'react-aria-components';
import { renderPerson } from '../person-name.ts';
import { useClient, useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { CsvMenu } from '../../ui/csv-menu.tsx';
import { download } from '../../ui/download.ts';
import { Select } from '../../ui/field.tsx';
import { useListSearch } from '../../ui/history/page-search.ts';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty, Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../avatar.tsx';
import { DirectoryTabs } from './tabs.tsx';
import { SegmentBar } from '../segments/segment-bar.tsx';
import { AttributeFilters } from './attribute-filters.tsx';
import { readFilters } from './filters.ts';

const PAGE_SIZE = 50;

/** List of the people of a project. */
export function PeoplePage() {
  return useMay('member') ? (
    <People />
  ) : (
    <Page title={texts.title}>
      <Empty icon={<Users size={28} />} title={texts.forMembers}>
        <p>{texts.forMembersHint}</p>
      </Empty>
    </Page>
  );
}

function People() {
  const { slug } = useProject();
  const call = useClient();
  const [filters, change] = useListSearch(readFilters);
  const { page: _page, ...exported } = filters;
  const list = useRead('GET /v1/people', { query: { ...filters, limit: PAGE_SIZE } }, { keep: true });
  const isEmpty =
    list.data?.total === 0 && !filters.q && !filters.company_id && !filters.attribute && !filters.segment && !filters.page;
  return (
    <Page
      title={texts.title}
      tabs={<DirectoryTabs />}
      actions={
        !isEmpty && (
          <CsvMenu
            save={({ bom }) => download(call, 'GET /v1/people/export.csv', { query: { ...exported, bom } }, `${slug}-people.csv`)}
          />
        )
      }
    >
      {isEmpty ? (
        <Empty icon={<Users size={28} />} title={texts.empty}>
          <p>{texts.emptyHint}</p>
          <a className="button quiet" href="/docs#tag/people" target="_blank" rel="noreferrer">
            <ExternalLink size={16} />
            {texts.emptyLink}
          </a>
        </Empty>
      ) : (
        <>
          <Group className="filters" aria-label={texts.filters}>
            <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => change({ q }, 'typing')} />
            <Select
              label={texts.sort}
              isLabelHidden
              options={PEOPLE_SORTS.map((id) => ({ id, label: texts.sorts[id] }))}
              value={filters.sort ?? 'newest'}
              onChange={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
            />
            {filters.company_id !== undefined && (
              <AriaButton
                className="tag removable"
                aria-label={texts.removeFilter(`${texts.company}${common.colon}${filters.company_id}`)}
                onPress={() => change({ company_id: undefined })}
              >
                {texts.company}: {filters.company_id}
                <X size={13} aria-hidden />
              </AriaButton>
            )}
            <SegmentBar value={filters.segment} onChange={(segment) => change({ segment })} />
            <AttributeFilters filters={filters.attribute ?? []} onChange={(attribute) => change({ attribute })} />
          </Group>
          <PagedList
            query={list}
            skeleton={<Skeleton lines={8} height="2.5rem" />}
            empty={<Empty title={texts.noMatches} />}
            onPage={(page) => change({ page }, 'page')}
          >
            {(people) => <PeopleTable people={people} onCompany={(id) => change({ company_id: id })} />}
          </PagedList>
        </>
      )}
    </Page>
  );
}

const HEAD = [texts.person, texts.userId, texts.company, texts.lastSeen, texts.created];

function PeopleTable({ people, onCompany }: { people: Person[]; onCompany: (id: string) => void }) {
  const { slug } = useProject();
  return (
    <Table label={texts.title} head={HEAD}>
      {people.map((person) => (
        <tr key={person.id}>
          <td>
            <Avatar name={renderPerson(person)} url={person.avatar_url} />{' '}
            <Link to="/projects/$slug/people/$id" params={{ slug, id: person.id }} dir="auto">
              {renderPerson(person)}
            </Link>
            {person.name !== null && person.emails[0] !== undefined && <span className="soft"> {person.emails[0]}</span>}
          </td>
          <td>{person.user_ids.join(', ')}</td>
          <td>
            {person.company && (
              <AriaButton className="tag clickable" onPress={() => onCompany(person.company?.id ?? '')}>
                {person.company.name ?? person.company.id}
              </AriaButton>
            )}
          </td>
          <td>{person.last_seen_at ? <Time iso={person.last_seen_at} /> : <span className="soft">{texts.never}</span>}</td>
          <td>
            <Time iso={person.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
