import type { PersonWithIdentities } from '@earshot/sdk';
import { directory as texts } from '#texts/directory';
import { Link, useParams } from '@tanstack/react-router';
import { ChartNoAxesColumn, Download, Merge, MoreHorizontal, Split, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { renderPerson } from '../person-name.ts';
import { toSentence, useClient, useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { showProblem } from '../../ui/toast.tsx';
import { EraseDialog, identify, MergeDialog, SeparateDialog } from './dialogs.tsx';
import { Timeline } from './timeline.tsx';

/** Reports accept this many user ids. */
const MAX_USER_IDS = 100;

/** Page of a person: identities, attributes and the timeline. */
export function PersonPage() {
  const { id } = useParams({ from: '/app/projects/$slug/people/$id' });
  const person = useRead('GET /v1/people/{id}', { path: { id } });
  return (
    <Loaded query={person} isPage skeleton={<Skeleton lines={8} height="1.5rem" />}>
      {(found) => <Found key={found.id} person={found} />}
    </Loaded>
  );
}

function Found({ person }: { person: PersonWithIdentities }) {
  const { slug } = useProject();
  const [dialog, openDialog] = useState<'merge' | 'erase'>();
  const close = () => openDialog(undefined);
  return (
    <Page
      title={renderPerson(person)}
      crumbs={
        <Crumbs>
          <Link to="/projects/$slug/people" params={{ slug }}>
            {texts.title}
          </Link>
        </Crumbs>
      }
      actions={
        <>
          <AnalyticsLink userIds={person.user_ids} />
          <Actions person={person} onOpen={openDialog} />
        </>
      }
    >
      <div className="split">
        <div className="split-main">
          <Timeline personId={person.id} />
        </div>
        <aside className="split-side" aria-label={texts.details}>
          <Identities person={person} />
          <Profile person={person} />
        </aside>
      </div>
      {dialog === 'merge' && <MergeDialog person={person} onClose={close} />}
      {dialog === 'erase' && <EraseDialog person={person} onClose={close} />}
    </Page>
  );
}

/** Link to the reports of analytics, limited to the person. */
function AnalyticsLink({ userIds }: { userIds: string[] }) {
  const { slug } = useProject();
  return (
    userIds.length > 0 && (
      <LinkButton
        icon={<ChartNoAxesColumn size={16} />}
        to="/projects/$slug/analytics"
        params={{ slug }}
        search={{ user_id: userIds.slice(0, MAX_USER_IDS), period: '12mo' }}
      >
        {texts.analytics}
      </LinkButton>
    )
  );
}

function Actions({ person, onOpen }: { person: PersonWithIdentities; onOpen: (dialog: 'merge' | 'erase') => void }) {
  const { id, slug } = useProject();
  const maySet = useMay('admin');
  const call = useClient();
  const label = texts.more(renderPerson(person));
  const save = async () => {
    try {
      const input = { path: { id }, body: identify(person) };
      await download(call, 'POST /v1/projects/{id}/people/export', input, `${slug}-${person.id}.json`);
    } catch (error) {
      showProblem(toSentence(error));
    }
  };
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<Merge size={15} />} onAction={() => onOpen('merge')}>
        {texts.merge}
      </MenuItem>
      {maySet && (
        <MenuItem icon={<Download size={15} />} onAction={() => void save()}>
          {texts.export}
        </MenuItem>
      )}
      {maySet && (
        <MenuItem icon={<Trash2 size={15} />} isDanger onAction={() => onOpen('erase')}>
          {texts.erase}
        </MenuItem>
      )}
    </Menu>
  );
}

function Identities({ person }: { person: PersonWithIdentities }) {
  const [separated, separate] = useState<PersonWithIdentities['identities'][number]>();
  return (
    <section>
      <h2>{texts.identities}</h2>
      <ul className="plain-list">
        {person.identities.map((identity) => (
          <li key={`${identity.kind} ${identity.value}`} className="identity">
            <div>
              <strong>{identity.value}</strong>
              <p className="soft">
                {texts.identityKinds[identity.kind]} · {texts.proofs[identity.proof]}
              </p>
            </div>
            {person.identities.length > 1 && (
              <IconButton label={texts.separate(identity.value)} onPress={() => separate(identity)}>
                <Split size={16} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {separated && <SeparateDialog person={person} identity={separated} onClose={() => separate(undefined)} />}
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Profile({ person }: { person: PersonWithIdentities }) {
  const { slug } = useProject();
  const attributes = Object.entries(person.attributes);
  return (
    <>
      <dl className="facts">
        {person.company && (
          <Fact label={texts.company}>
            <Link to="/projects/$slug/people/companies/$id" params={{ slug, id: person.company.id }}>
              {person.company.name ?? person.company.id}
            </Link>
          </Fact>
        )}
        <Fact label={texts.lastSeen}>{person.last_seen_at ? <Time iso={person.last_seen_at} /> : texts.never}</Fact>
        <Fact label={texts.created}>
          <Time iso={person.created_at} />
        </Fact>
      </dl>
      <section>
        <h2>{texts.attributes}</h2>
        {attributes.length ? (
          <dl className="facts">
            {attributes.map(([name, value]) => (
              <Fact key={name} label={name}>
                {String(value)}
              </Fact>
            ))}
          </dl>
        ) : (
          <p className="soft">{texts.noAttributesOfPerson}</p>
        )}
      </section>
    </>
  );
}
