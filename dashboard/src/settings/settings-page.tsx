import { common } from '#texts/common';
import { settings as texts } from '#texts/settings';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Imports } from './transfer/imports.tsx';
import { ModelNotice } from '../knowledge-base/model-notice.tsx';
import { NotificationPreferences } from '../notifications/preferences.tsx';
import { Page } from '../ui/page.tsx';
import { NotFound } from '../ui/state.tsx';
import { AnalyticsParts } from './analytics/parts.tsx';
import { AuditLog } from './audit-log.tsx';
import { FeedbackParts } from './feedback/parts.tsx';
import { MailPreview, PagePreview } from './branding/preview.tsx';
import { Danger } from './danger.tsx';
import { Domain } from './domain.tsx';
import { Exports } from './transfer/exports.tsx';
import { Identity } from './identity.tsx';
import { Keys } from './keys.tsx';
import { Mail } from './mail.tsx';
import { Members } from './members.tsx';
import { Navigation } from './navigation.tsx';
import { Privacy } from './privacy.tsx';
import { Reports } from './reports.tsx';
import { RequestLog } from './request-log.tsx';
import { FORMS, type Section, SECTIONS } from './sections.ts';
import { ServiceAccounts } from './service-accounts.tsx';
import { type SettingsChange, SettingsForm } from './settings-form.tsx';
import { TestProject } from './test-project.tsx';
import { Uploads } from './uploads.tsx';
import { WaitlistParts } from './waitlist/parts.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Content of a section in addition to, or instead of, its fields. */
const PARTS: Partial<Record<Section, () => ReactNode>> = {
  analytics: AnalyticsParts,
  feedback: FeedbackParts,
  knowledge_base: () => <ModelNotice />,
  waitlist: WaitlistParts,
  keys: Keys,
  members: Members,
  notifications: NotificationPreferences,
  'service-accounts': ServiceAccounts,
  pages: Domain,
  mail: Mail,
  reports: Reports,
  identity: Identity,
  webhooks: Webhooks,
  imports: Imports,
  export: Exports,
  uploads: Uploads,
  'request-log': RequestLog,
  'audit-log': AuditLog,
  privacy: Privacy,
  test: TestProject,
  danger: Danger,
};

/** Preview of a form with unsaved changes, next to its fields. */
const PREVIEWS: Partial<Record<Section, (props: { changes: SettingsChange }) => ReactNode>> = {
  branding: PagePreview,
  mail: MailPreview,
};

export function SettingsPage() {
  const { section } = useParams({ from: '/app/projects/$slug/settings/$section' });
  const known = SECTIONS.find((one) => one === section);
  if (!known) return <NotFound />;
  const Part = PARTS[known];
  const Preview = PREVIEWS[known];
  const fields = FORMS[known];
  return (
    <Page title={texts.title + common.colon + texts.sections[known]} isWide={Preview !== undefined}>
      <div className="settings">
        <Navigation section={known} />
        <div key={known} className="settings-main in-order">
          {known === 'identity' && <p className="lead">{texts.identity.lead}</p>}
          {fields && <SettingsForm fields={fields} Preview={Preview} />}
          {Part && <Part />}
        </div>
      </div>
    </Page>
  );
}
