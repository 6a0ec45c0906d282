import type { BulkAction } from '@earshot/contract/services/testimonials/values';
import type { Body, Testimonial, TestimonialCollection } from '@earshot/sdk';
import { common } from '#texts/common';
import { testimonials as texts } from './texts/en/testimonials.ts';
import { walls } from './texts/en/walls.ts';
import { Check, FolderPlus, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { refresh, toSentence, useClient } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showProblem, showToast, showUndoable } from '../ui/toast.tsx';
import { useCollections } from './collections.tsx';
import { type Actions, Quote } from './quote.tsx';

type Changes = Body<'PATCH /v1/testimonials/{id}'>;
type Decision = Exclude<BulkAction, 'feature' | 'unfeature' | 'add_to_collection' | 'remove_from_collection'>;

const report = (error: unknown) => showProblem(toSentence(error));

/** Page of testimonials with keyboard navigation and selection. */
export function Cards({ testimonials }: { testimonials: Testimonial[] }) {
  const mayWork = useMay('member');
  const { actions, changeMany, collect } = useChanges();
  const list = useRef<HTMLUListElement>(null);
  const { focus, place } = useCardFocus(list, testimonials);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  // Testimonials that left the page are no longer selected.
  const chosen = testimonials.filter(({ id }) => selected.has(id));
  const clear = () => select(new Set());
  const toggle = (id: string) =>
    select((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const focused = () => (list.current?.contains(document.activeElement) ? testimonials[place.current] : undefined);
  const extend = (step: 1 | -1) => {
    const from = focused();
    const to = testimonials[place.current + step];
    select((before) => new Set([...before, ...[from, to].flatMap((one) => one?.id ?? [])]));
    focus(place.current + step);
  };
  const decide = async (decision: Decision) => {
    await changeMany(chosen, decision);
    clear();
  };
  /** Acts on the selection, or on the focused testimonial. */
  const at = (act: (testimonial: Testimonial) => void, decision?: Decision) => () => {
    const testimonial = focused();
    if (chosen.length && decision) void decide(decision).catch(report);
    else if (testimonial) act(testimonial);
  };
  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => focus(place.current + 1) },
    { keys: 'k', label: texts.keys.previous, run: () => focus(place.current - 1) },
    ...(mayWork
      ? [
          { keys: 'x', label: texts.keys.select, run: at(({ id }) => toggle(id)) },
          { keys: 'J', label: texts.keys.selectNext, run: () => extend(1) },
          { keys: 'K', label: texts.keys.selectPrevious, run: () => extend(-1) },
          ...(chosen.length ? [{ keys: 'Escape', label: texts.keys.clearSelection, run: clear }] : []),
          { keys: 'a', label: texts.keys.approve, run: at(actions.approve, 'approve') },
          { keys: 'r', label: texts.keys.reject, run: at(actions.reject, 'reject') },
          { keys: 'f', label: texts.keys.feature, run: at(actions.feature) },
        ]
      : []),
  ]);
  return (
    <>
      {mayWork && (
        <div className="list-head">
          <Checkbox
            aria-label={texts.selectAll}
            isSelected={chosen.length === testimonials.length}
            isIndeterminate={chosen.length > 0 && chosen.length < testimonials.length}
            onChange={() => (chosen.length ? clear() : select(new Set(testimonials.map(({ id }) => id))))}
          />
          {chosen.length ? (
            <Bulk
              count={chosen.length}
              isApproved={chosen.every(({ status }) => status === 'approved')}
              onDecide={decide}
              onCollect={async (collection) => {
                await collect(chosen, collection);
                clear();
              }}
              onClear={clear}
            />
          ) : (
            <span className="soft">{texts.selectAll}</span>
          )}
        </div>
      )}
      <ul ref={list} className="quotes" aria-label={texts.list}>
        {testimonials.map((testimonial, index) => (
          <li
            key={testimonial.id}
            tabIndex={-1}
            className={selected.has(testimonial.id) ? 'quote panel selected' : 'quote panel'}
            onFocus={() => (place.current = index)}
          >
            <Quote
              testimonial={testimonial}
              actions={mayWork ? actions : undefined}
              isSelected={selected.has(testimonial.id)}
              onSelect={() => toggle(testimonial.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface BulkProps {
  count: number;
  /** Whether nothing is left to approve. */
  isApproved: boolean;
  onDecide: (decision: Decision) => Promise<void>;
  onCollect: (collection: TestimonialCollection) => Promise<void>;
  onClear: () => void;
}

/** Actions for all selected testimonials. */
const Bulk = ({ count, isApproved, onDecide, onCollect, onClear }: BulkProps) => (
  <Toolbar className="bulk-bar" aria-label={texts.selected(count)}>
    <strong role="status">{texts.selected(count)}</strong>
    {!isApproved && (
      <Button look="primary" icon={<Check size={15} />} onPress={() => void onDecide('approve').catch(report)}>
        {texts.approve}
      </Button>
    )}
    <Button icon={<X size={15} />} onPress={() => void onDecide('reject').catch(report)}>
      {texts.reject}
    </Button>
    <CollectMenu onCollect={(collection) => void onCollect(collection).catch(report)} />
    <Confirm
      trigger={<Button icon={<Trash2 size={15} />}>{texts.delete}</Button>}
      title={texts.deleteMany(count)}
      label={texts.delete}
      onConfirm={() => onDecide('delete')}
    >
      <p>{texts.deleteHint}</p>
    </Confirm>
    <IconButton label={texts.clearSelection} onPress={onClear}>
      <X size={16} />
    </IconButton>
  </Toolbar>
);

/** Menu of the collections to which the selection can be added. */
function CollectMenu({ onCollect }: { onCollect: (collection: TestimonialCollection) => void }) {
  const collections = useCollections();
  if (!collections.length) return null;
  return (
    <Menu label={walls.addTo} trigger={<Button icon={<FolderPlus size={15} />}>{walls.addTo}</Button>}>
      {collections.map((collection) => (
        <MenuItem key={collection.id} onAction={() => onCollect(collection)}>
          {collection.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Index of the focused card. When a card leaves the list, the next one gets the focus. */
function useCardFocus(list: { current: HTMLElement | null }, testimonials: Testimonial[]) {
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
  return { focus, place };
}

/** Changes of one or several testimonials, which can be undone. */
function useChanges() {
  const call = useClient();
  const save = async (id: string, body: Changes, onSaved: () => void) => {
    try {
      await call('PATCH /v1/testimonials/{id}', { path: { id }, body });
      onSaved();
    } catch (error) {
      report(error);
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
  /** Sends an action for several testimonials. `onSent` gets the changed ones before the page shows the change, which can be undone from then on. */
  const send = async (
    ids: string[],
    action: BulkAction,
    { collection, onSent }: { collection?: TestimonialCollection; onSent?: (changed: string[]) => void } = {},
  ) => {
    const body = { ids, action, ...(collection && { collection_id: collection.id }) };
    const { results } = await call('POST /v1/testimonials/bulk', { body });
    onSent?.(results.flatMap(({ id, outcome }) => (outcome === 'changed' || outcome === 'deleted' ? [id] : [])));
    await refresh('/v1/testimonials');
  };
  const changeMany = (chosen: Testimonial[], action: Decision) => {
    const onSent = (changed: string[]) => {
      const message = texts.bulk[action](changed.length);
      if (action === 'delete') {
        showToast(message);
        return;
      }
      const undo = async () => {
        for (const [status, back] of Object.entries(RETURN)) {
          const ids = chosen.filter((one) => one.status === status && changed.includes(one.id)).map(({ id }) => id);
          if (ids.length) await send(ids, back);
        }
        showToast(common.undone);
      };
      showUndoable(message, () => void undo().catch(report));
    };
    return send(
      chosen.map(({ id }) => id),
      action,
      { onSent },
    );
  };
  const collect = (chosen: Testimonial[], collection: TestimonialCollection) => {
    const onSent = (ids: string[]) =>
      showUndoable(
        walls.added(ids.length, collection.name),
        () => void send(ids, 'remove_from_collection', { collection }).catch(report),
      );
    return send(
      chosen.map(({ id }) => id),
      'add_to_collection',
      { collection, onSent },
    );
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
  return { actions, changeMany, collect };
}

/** Actions that give a testimonial its former status. */
const RETURN: Record<Testimonial['status'], BulkAction> = { pending: 'reopen', approved: 'approve', rejected: 'reject' };
