import type { Notification } from '@earshot/sdk';
import { notifications as texts } from '#texts/notifications';
import { useRouter } from '@tanstack/react-router';
import { Bell, Check, CheckCheck, Settings, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useRead, useWrite } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { readFilters } from './filters.ts';

const PAGE_SIZE = 20;
const KINDS = Object.keys(texts.kinds) as Notification['kind'][];

/** Notifications of the member in this project, with keyboard navigation. */
export function NotificationsPage() {
  const { slug } = useProject();
  const [{ show, page, ...filters }, setFilters] = useListSearch(readFilters);
  const kind = KINDS.find((one) => one === filters.kind);
  const unread = show ? {} : { unread: true };
  const list = useRead('GET /v1/notifications', { query: { ...unread, kind, page, limit: PAGE_SIZE } }, { keep: true });
  const markAll = useWrite('POST /v1/notifications/read', {
    refreshes: ['/v1/notifications'],
    onSuccess: ({ marked }) => showToast(texts.marked(marked)),
  });
  const [newest] = list.data?.data ?? [];
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <Button
            icon={<CheckCheck size={16} />}
            isDisabled={!newest || markAll.isPending}
            onPress={() => markAll.mutate({ body: newest ? { until: newest.created_at } : {} })}
          >
            {texts.markAll}
          </Button>
          <LinkButton
            icon={<Settings size={15} />}
            to="/projects/$slug/settings/$section"
            params={{ slug, section: 'notifications' }}
          >
            {texts.preferences.link}
          </LinkButton>
        </>
      }
    >
      <div className="filters">
        <ToggleButtonGroup
          className="choice-bar"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[show ?? 'unread']}
          onSelectionChange={([next]) => setFilters({ show: next === 'all' ? 'all' : undefined })}
        >
          <ToggleButton id="unread" className="choice">
            {texts.filters.unread}
          </ToggleButton>
          <ToggleButton id="all" className="choice">
            {texts.filters.all}
          </ToggleButton>
        </ToggleButtonGroup>
        <FilterChoice
          label={texts.kind}
          values={KINDS}
          names={texts.kinds}
          value={kind}
          onChange={(next) => setFilters({ kind: next })}
        />
      </div>
      <PagedList
        query={list}
        skeleton={<Skeleton lines={8} height="3.5rem" />}
        empty={
          <Empty icon={<Bell size={28} />} title={show ? texts.emptyAll : texts.emptyUnread}>
            <p>{texts.emptyHint}</p>
          </Empty>
        }
        onPage={(next) => setFilters({ page: next }, 'page')}
      >
        {(items) => <Items notifications={items} />}
      </PagedList>
    </Page>
  );
}

function Items({ notifications }: { notifications: Notification[] }) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  // Index of the focused notification. When it leaves the list, the next one gets the focus.
  const place = useRef(-1);
  const mark = useWrite('PATCH /v1/notifications/{id}', { refreshes: ['/v1/notifications'] });
  const focus = (index: number) => {
    const links = list.current?.querySelectorAll<HTMLElement>('a') ?? [];
    place.current = Math.max(0, Math.min(index, links.length - 1));
    links[place.current]?.focus();
    links[place.current]?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (place.current >= 0 && document.activeElement === document.body) focus(place.current);
  }, [notifications]);
  const toggle = ({ id, read_at }: Notification) => mark.mutate({ path: { id }, body: { read: read_at === null } });
  const open = (notification: Notification) => {
    if (notification.read_at === null) toggle(notification);
    router.history.push(toPath(notification));
  };
  useShortcuts([
    { keys: 'j', label: texts.keys.next, run: () => focus(place.current + 1) },
    { keys: 'k', label: texts.keys.previous, run: () => focus(place.current - 1) },
    {
      keys: 'u',
      label: texts.keys.toggle,
      run: () => {
        const notification = notifications[place.current];
        if (notification) toggle(notification);
      },
    },
  ]);
  return (
    <ul ref={list} className="notifications" aria-label={texts.list}>
      {notifications.map((notification, index) => (
        <li
          key={notification.id}
          className={notification.read_at === null ? 'notification unread' : 'notification'}
          onFocus={() => (place.current = index)}
        >
          <a
            href={toPath(notification)}
            onClick={(event) => {
              // Other clicks open a tab, which needs no help.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              open(notification);
            }}
          >
            <span className="row-meta">
              {notification.read_at === null && <span className="unseen">{texts.unread}</span>}
              <span dir="auto">{notification.heading}</span>
              <Time iso={notification.created_at} />
            </span>
            <strong dir="auto">{notification.title}</strong>
            {notification.text && (
              <span className="notification-text" dir="auto">
                {notification.text}
              </span>
            )}
            {notification.facts.length > 0 && <span className="soft">{notification.facts.join(' · ')}</span>}
          </a>
          <IconButton
            label={notification.read_at === null ? texts.markRead : texts.markUnread}
            onPress={() => toggle(notification)}
          >
            {notification.read_at === null ? <Check size={16} /> : <Undo2 size={16} />}
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Returns the path in the dashboard, which may have another host in development. */
const toPath = ({ url }: Notification) => {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
};
