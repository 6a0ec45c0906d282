import { Plus } from 'lucide-react';
import { Button } from '../../src/ui/button.tsx';
import { Page, Tab } from '../../src/ui/page.tsx';
import { Pagination } from '../../src/ui/lists/pagination.tsx';
import { SearchBox } from '../../src/ui/search-box.tsx';
import { Time } from '../../src/ui/time.tsx';
import { Rendered } from '../../src/ui/rendered.tsx';
import { Example, type Section } from '../example.tsx';

const ignore = () => undefined;
const project = { slug: 'acme' };
const MINUTE_MS = 60_000;

export const PAGES: Section[] = [
  {
    id: 'page',
    title: 'Pages',
    render: () => (
      <Example name="<Page> and <Tab>" use="Title, actions, tabs and tools, at one position on all screens.">
        <Page
          title="Feedback"
          actions={
            <Button look="primary" icon={<Plus size={16} />}>
              New entry
            </Button>
          }
          tabs={
            <>
              <Tab to="/projects/$slug/feedback" params={project}>
                Inbox
              </Tab>
              <Tab to="/projects/$slug/feedback/board" params={project}>
                Board
              </Tab>
            </>
          }
          tools={<SearchBox label="Search feedback" value="" onChange={ignore} />}
          lead="What people ask for, with their votes."
        >
          <Pagination list={{ total: 62, page: 2, limit: 20 }} onPage={ignore} />
        </Page>
      </Example>
    ),
  },
  {
    id: 'texts',
    title: 'Texts and times',
    render: () => (
      <>
        <Example name="<Rendered>" use="Markdown of users. Each paragraph has the direction of its language.">
          <Rendered
            text=""
            html="<p>We export <strong>by hand</strong>, see <a href='https://example.com'>the steps</a>:</p><ul><li>open each list</li><li>copy with <code>Ctrl C</code></li></ul><blockquote><p>Two hours a week.</p></blockquote>"
          />
        </Example>
        <Example name="<Time>" use="Time before now, and a date after a month. The tooltip has the exact time." isRow>
          <Time iso={new Date(Date.now() - 5 * MINUTE_MS).toISOString()} />
          <Time iso={new Date(Date.now() - 3 * 24 * 60 * MINUTE_MS).toISOString()} />
          <Time iso="2026-01-31T09:00:00Z" />
        </Example>
      </>
    ),
  },
];
