import type { TestimonialRequest, TestimonialRule } from '@earshot/sdk';
import { common } from '#texts/common';
import { testimonials } from './texts/en/testimonials.ts';
import { requests as texts } from './texts/en/requests.ts';
import { Link } from '@tanstack/react-router';
import { MessageSquareQuote, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RulePreview } from './rule-preview.tsx';
import { TestimonialTabs } from './testimonial-tabs.tsx';

/** Rules that ask people for a testimonial, and the people who were asked. */
export function Requests() {
  const { slug } = useProject();
  const mayWork = useMay('member');
  const rules = useRead('GET /v1/testimonials/rules');
  const [edited, edit] = useState<TestimonialRule | 'new'>();
  const newButton = mayWork && (
    <Button look="primary" icon={<Plus size={16} />} onPress={() => edit('new')}>
      {texts.new}
    </Button>
  );
  return (
    <Page title={testimonials.title} tabs={<TestimonialTabs slug={slug} />} lead={texts.hint} actions={newButton} isWide>
      <div className="in-order">
        <section className="panel">
          <h2>{texts.rules}</h2>
          <Loaded query={rules}>
            {({ data }) =>
              data.length ? (
                <Table label={texts.rules} head={[texts.name, texts.trigger, texts.channel, texts.results, '']}>
                  {data.map((rule) => (
                    <RuleRow key={rule.id} rule={rule} onEdit={mayWork ? () => edit(rule) : undefined} />
                  ))}
                </Table>
              ) : (
                <Empty icon={<MessageSquareQuote size={24} />} title={texts.none}>
                  <p>{texts.noneHint}</p>
                </Empty>
              )
            }
          </Loaded>
        </section>
        {mayWork && <AskedPeople />}
      </div>
      {edited && <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
    </Page>
  );
}

const describeTrigger = ({ trigger, event, page, times }: TestimonialRule) =>
  trigger === 'goal_reached' ? texts.reached(event ?? page ?? '', times ?? 1) : texts.triggers[trigger];

function RuleRow({ rule, onEdit }: { rule: TestimonialRule; onEdit: (() => void) | undefined }) {
  const call = useClient();
  const { id, name, channel, enabled, asked, answered, declined } = rule;
  const preview = useRead('GET /v1/testimonials/rules/{id}/preview', { path: { id } });
  const remove = async () => {
    await call('DELETE /v1/testimonials/rules/{id}', { path: { id } });
    await refresh('/v1/testimonials');
  };
  return (
    <tr>
      <td>
        <bdi>{name}</bdi>
        {!enabled && <p className="soft">{texts.disabled}</p>}
      </td>
      <td>{describeTrigger(rule)}</td>
      <td>{texts.channels[channel]}</td>
      <td>
        {texts.rates(asked, answered, declined)}
        {preview.data && <p className="soft">{texts.candidates(preview.data.people)}</p>}
      </td>
      <td className="end">
        <div className="actions end">
          {preview.data?.mail && <RulePreview name={name} preview={preview.data} />}
          {onEdit && (
            <>
              <Button aria-label={texts.editOf(name)} onPress={onEdit}>
                {common.edit}
              </Button>
              <Confirm
                trigger={<Button aria-label={texts.deleteOf(name)}>{common.delete}</Button>}
                title={texts.deleteTitle(name)}
                label={common.delete}
                onConfirm={remove}
              >
                <p>{texts.deleteHint}</p>
              </Confirm>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

function AskedPeople() {
  const [page, setPage] = usePageNumber();
  const asked = useRead('GET /v1/testimonials/requests', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <h2>{texts.asked}</h2>
      <PagedList query={asked} empty={<p className="soft">{texts.nobody}</p>} onPage={setPage}>
        {(requests) => (
          <Table label={texts.asked} head={[texts.person, texts.about, texts.channel, texts.status, texts.when]}>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function RequestRow({ request }: { request: TestimonialRequest }) {
  const { slug } = useProject();
  const { person_id: person, person_name: name, subject, channel, status, reminded_at: reminded, created_at: time } = request;
  return (
    <tr>
      <td>
        {person ? (
          <Link to="/projects/$slug/people/$id" params={{ slug, id: person }} dir="auto">
            {name ?? person}
          </Link>
        ) : (
          <span className="soft">{texts.erased}</span>
        )}
      </td>
      <td>
        <bdi>{subject ?? '–'}</bdi>
      </td>
      <td>{texts.channels[channel]}</td>
      <td>
        {texts.statuses[status]}
        {reminded && (
          <p className="soft">
            {texts.reminded} <Time iso={reminded} />
          </p>
        )}
      </td>
      <td>
        <Time iso={time} />
      </td>
    </tr>
  );
}
