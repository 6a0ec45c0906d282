import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { Link, useParams } from '@tanstack/react-router';
import type { KnowledgeIndex } from '@earshot/sdk';
import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Crumbs, Page, Tab } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';

interface IndexLayoutProps {
  actions?: ReactNode;
  children: (index: KnowledgeIndex) => ReactNode;
}

/** Layout of the pages of an index. */
export function IndexLayout({ actions, children }: IndexLayoutProps) {
  const { slug } = useProject();
  const { index: id } = useParams({ strict: false }) as { index: string };
  const index = useRead('GET /v1/indexes/{id}', { path: { id } });
  const params = { slug, index: id };
  return (
    <Loaded query={index} isPage>
      {(found) => (
        <Page
          title={found.name}
          crumbs={
            <Crumbs>
              <Link to="/projects/$slug/help" params={{ slug }}>
                {texts.title}
              </Link>
            </Crumbs>
          }
          lead={texts.documentCount(found.document_count)}
          actions={actions}
          tabs={
            <>
              <Tab to="/projects/$slug/help/$index" params={params} activeOptions={{ exact: true }}>
                {texts.tabs.documents}
              </Tab>
              <Tab to="/projects/$slug/help/$index/order" params={params}>
                {texts.tabs.order}
              </Tab>
              <Tab to="/projects/$slug/help/$index/search" params={params}>
                {texts.tabs.search}
              </Tab>
              <Tab to="/projects/$slug/help/$index/insights" params={params}>
                {texts.tabs.insights}
              </Tab>
              <Tab to="/projects/$slug/help/$index/settings" params={params}>
                {texts.tabs.settings}
              </Tab>
            </>
          }
        >
          {children(found)}
        </Page>
      )}
    </Loaded>
  );
}
