import { settings as texts } from '#texts/settings';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useProject } from '../projects/projects.ts';
import { Page } from '../ui/page.tsx';
import { NotFound } from '../ui/state.tsx';
import { AuditLog } from './audit-log.tsx';
import { Danger } from './danger.tsx';
import { Domain } from './domain.tsx';
import { Identity } from './identity.tsx';
import { Keys } from './keys.tsx';
import { Mail } from './mail.tsx';
import { Members } from './members.tsx';
import { Privacy } from './privacy.tsx';
import { RequestLog } from './request-log.tsx';
import { FORMS, type Section, SECTIONS } from './sections.ts';
import { ServiceAccounts } from './service-accounts.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TestProject } from './test-project.tsx';
import { Uploads } from './uploads.tsx';
import { Webhooks } from './webhooks.tsx';

/** Content of a section in addition to, or instead of, its fields. */
const PARTS: Partial<Record<Section, () => ReactNode>> = {
  keys: Keys,
  members: Members,
  'service-accounts': ServiceAccounts,
  pages: Domain,
  mail: Mail,
  identity: Identity,
  webhooks: Webhooks,
  uploads: Uploads,
  'request-log': RequestLog,
  'audit-log': AuditLog,
  privacy: Privacy,
  test: TestProject,
  danger: Danger,
};

export function SettingsPage() {
  const { section } = useParams({ from: '/app/projects/$slug/settings/$section' });
  const { slug } = useProject();
  const known = SECTIONS.find((one) => one === section);
  const nav = useRef<HTMLElement>(null);
  // On phones, the sections are a row that scrolls horizontally.
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('.active');
    if (nav.current && active)
      nav.current.scrollLeft = active.offsetLeft - nav.current.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2;
  }, [known]);
  if (!known) return <NotFound />;
  const Part = PARTS[known];
  const fields = FORMS[known];
  return (
    <Page title={`${texts.title}: ${texts.sections[known]}`}>
      <div className="settings">
        <nav ref={nav} className="settings-nav" aria-label={texts.title}>
          {SECTIONS.map((one) => (
            <Link
              key={one}
              to="/projects/$slug/settings/$section"
              params={{ slug, section: one }}
              className="place"
              activeProps={{ className: 'place active' }}
            >
              {texts.sections[one]}
            </Link>
          ))}
        </nav>
        <div className="settings-main">
          {fields && <SettingsForm key={known} fields={fields} />}
          {Part && <Part key={known} />}
        </div>
      </div>
    </Page>
  );
}
