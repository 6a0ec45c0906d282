import { STATUSES } from '@earshot/contract/services/testimonials/values';
import type { Body, Testimonial } from '@earshot/sdk';
import { common } from '#texts/common';
import { testimonials as texts } from '#texts/testimonials';
import { Check, MessageSquareQuote, Star, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-menu.tsx';
import { download } from '../ui/download.ts';
import { Snippet } from '../ui/copy.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { date, Time } from '../ui/time.tsx';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import { type Filters, readFilters } from './filters.ts';
import { TestimonialTabs } from './testimonial-tabs.tsx';

type Changes = Body<'PATCH /v1/testimonials/{id}'>;

const PAGE_SIZE = 20;
const STARS = [1, 2, 3, 4, 5];

/** Testimonials by status, with keyboard navigation. */
export function Queue() {
  const call = useClient();
  const { slug } = useProject();
  const [filters, setFilters] = useListSearch(readFilters);
  const status = filters.status ?? 'pending';
  const list = useRead('GET /v1/testimonials', { query: { ...filters, status, limit: PAGE_SIZE } }, { keep: true });
  const summary = useRead('GET /v1/testimonials/summary', { query: { of: 'approved' } });
  return (
    <Page
      title={texts.title}
      tabs={<TestimonialTabs slug={slug} />}
      lead={
        summary.data &&
        (summary.data.count
          ? texts.summary(summary.data.count, (summary.data.average_rating ?? 0).toFixed(1))
          : texts.noneApproved)
      }
      actions={
        <CsvMenu
          save={({ bom }) =>
            download(call, 'GET /v1/testimonials/export.csv', { query: { status, bom } }, `${slug}-testimonials.csv`)
          }
        />
      }
    >
      <ToggleButtonGroup
        className="choice-bar"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[status]}
        onSelectionChange={([next]) => setFilters({ status: next === 'pending' ? undefined : (next as Filters['status']) })}
      >
        {STATUSES.map((one) => (
          <ToggleButton key={one} id={one} className="choice">
            {texts.statuses[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <PagedList
        query={list}
        skeleton={<Skeleton lines={6} height="4rem" />}
        empty={status === 'pending' ? <NothingWaits /> : <Empty title={texts.emptyOther} />}
        onPage={(page) => setFilters({ page }, 'page')}
      >
        {(items) => <Cards testimonials={items} />}
      </PagedList>
    </Page>
  );
}

function NothingWaits() {
  const { slug, api_key: key } = useProject();
  const code = `<script type="module" src="${location.origin}/widgets/testimonials.js"></script>
<earshot-testimonial-form project-key="${key}"></earshot-testimonial-form>`;
  return (
    <Empty icon={<MessageSquareQuote size={28} />} title={texts.emptyPending}>
      <p>{texts.emptyPendingHint}</p>
      <Snippet title={texts.form} code={code} />
      <p>
        {texts.share}: <a href={`/p/${slug}/testimonials`}>{`${location.origin}/p/${slug}/testimonials`}</a>
      </p>
    </Empty>
  );
}

function Cards({ testimonials }: { testimonials: Testimonial[] }) {
  const mayWork = useMay('member');
  const call = useClient();
  const list = useRef<HTMLUListElement>(null);
  // Index of the focused testimonial. When it leaves the list, the next one gets the focus.
  const place = useRef(-1);
  const focus = (index: number) => {
    const cards = list.current?.querySelectorAll<HTMLElement>('.quote') ?? [];
    place.current = Math.max(0, Math.min(index, cards.length - 1));
    cards[place.current]?.focus();
    cards[place.current]?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (place.current >= 0 && document.activeElement === document.body) focus(place.current);
  }, [testimonials]);

  const save = async (id: string, body: Changes, onSaved: () => void) => {
    try {
      await call('PATCH /v1/testimonials/{id}', { path: { id }, body });
      onSaved();
    } catch (error) {
      showProblem(toSentence(error));
    }
    await refresh('/v1/testimonials');
  };
  const change = (testimonial: Testimonial, changes: Changes, message: string) => {
    const { id } = testimonial;
    const before = Object.fromEntries(
      Object.keys(changes).map((field) => [field, testimonial[field as keyof Testimonial]]),
    ) as Changes;
    const undo = () => void save(id, before, () => showToast(common.undone));
    return save(id, changes, () => showUndoable(message, undo));
  };
  const at = (act: (testimonial: Testimonial) => void) => () => {
    const testimonial = testimonials[place.current];
    if (testimonial && list.current?.contains(document.activeElement)) act(testimonial);
  };
  const actions: Actions = {
    approve: (one) => void change(one, { status: 'approved' }, texts.approved),
    reject: (one) => void change(one, { status: 'rejected' }, texts.rejected),
    reopen: (one) => void change(one, { status: 'pending' }, texts.reopened),
    feature: (one) => void change(one, { featured: !one.featured }, texts.changed),
    remove: async (one) => {
      await call('DELETE /v1/testimonials/{id}', { path: { id: one.id } });
      await refresh('/v1/testimonials');
    },
  };
  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => focus(place.current + 1) },
    { keys: 'k', label: texts.keys.previous, run: () => focus(place.current - 1) },
    ...(mayWork
      ? [
          { keys: 'a', label: texts.keys.approve, run: at(actions.approve) },
          { keys: 'r', label: texts.keys.reject, run: at(actions.reject) },
          { keys: 'f', label: texts.keys.feature, run: at(actions.feature) },
        ]
      : []),
  ]);
  return (
    <ul ref={list} className="quotes" aria-label={texts.list}>
      {testimonials.map((testimonial, index) => (
        <li key={testimonial.id} tabIndex={-1} className="quote panel" onFocus={() => (place.current = index)}>
          <Quote testimonial={testimonial} actions={mayWork ? actions : undefined} />
        </li>
      ))}
    </ul>
  );
}

interface Actions {
  approve: (testimonial: Testimonial) => void;
  reject: (testimonial: Testimonial) => void;
  reopen: (testimonial: Testimonial) => void;
  feature: (testimonial: Testimonial) => void;
  remove: (testimonial: Testimonial) => Promise<void>;
}

function Quote({ testimonial, actions }: { testimonial: Testimonial; actions: Actions | undefined }) {
  const { status, author_name, author_email, author_title, author_company, author_avatar_url, content } = testimonial;
  const { rating, image_url, source_url, tags, featured, disclosure, consent, created_at } = testimonial;
  return (
    <>
      <header>
        {author_avatar_url && <img className="avatar" src={author_avatar_url} alt="" referrerPolicy="no-referrer" />}
        <span className="grow">
          <strong dir="auto">{author_name}</strong>{' '}
          <span className="soft">{[author_title, author_company].filter(Boolean).join(', ')}</span>
          {author_email && <span className="soft"> · {author_email}</span>}
        </span>
        <span className="stars" role="img" aria-label={texts.stars(rating)}>
          {STARS.map((star) => (
            <Star key={star} size={15} fill={star <= rating ? 'currentColor' : 'none'} aria-hidden />
          ))}
        </span>
      </header>
      <blockquote className="said" dir="auto">
        {content}
      </blockquote>
      {image_url && <img className="picture" src={image_url} alt="" referrerPolicy="no-referrer" />}
      <p className="row-meta">
        <Time iso={created_at} />
        {disclosure !== 'none' && <span className="tag warn">{texts.disclosures[disclosure]}</span>}
        {featured && <span className="tag">{texts.featured}</span>}
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
        {source_url && (
          <a href={source_url} target="_blank" rel="noreferrer">
            {texts.source}
          </a>
        )}
        <span title={consent?.text}>{consent ? texts.consent(consent.version, date(consent.agreed_at)) : texts.noConsent}</span>
      </p>
      {actions && (
        <div className="actions">
          {status !== 'approved' && (
            <Button look="primary" icon={<Check size={15} />} onPress={() => actions.approve(testimonial)}>
              {texts.approve}
            </Button>
          )}
          {status !== 'rejected' && (
            <Button icon={<X size={15} />} onPress={() => actions.reject(testimonial)}>
              {texts.reject}
            </Button>
          )}
          {status !== 'pending' && <Button onPress={() => actions.reopen(testimonial)}>{texts.reopen}</Button>}
          <Button icon={<Star size={15} />} onPress={() => actions.feature(testimonial)}>
            {featured ? texts.unfeature : texts.feature}
          </Button>
          <Confirm
            trigger={
              <IconButton label={texts.delete}>
                <Trash2 size={15} />
              </IconButton>
            }
            title={texts.deleteTitle}
            label={texts.delete}
            onConfirm={() => actions.remove(testimonial)}
          >
            <p>{texts.deleteHint}</p>
          </Confirm>
        </div>
      )}
    </>
  );
}
