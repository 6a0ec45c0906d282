import { Inbox } from 'lucide-react';
import { Button } from '../../src/ui/button.tsx';
import { Empty, NotFound, Problem, Skeleton } from '../../src/ui/state.tsx';
import { Example, type Section } from '../example.tsx';

const ignore = () => undefined;

export const STATES: Section[] = [
  {
    id: 'states',
    title: 'Empty, loading and failed',
    render: () => (
      <>
        <Example name="<Skeleton>" use="Has the size of the content that follows.">
          <Skeleton lines={3} />
        </Example>
        <Example name="<Empty>" use="Says what is missing, and the next step.">
          <Empty icon={<Inbox size={28} />} title="No feedback yet">
            <p>Share the page, or add the first entry yourself.</p>
            <Button look="primary">New entry</Button>
          </Empty>
        </Example>
        <Example name="<Problem>" use="A list that could not be loaded.">
          <Problem error={new Error('The server is unavailable')} onRetry={ignore} />
        </Example>
        <Example name="<NotFound>" use="A page of a record that was deleted, or that the member may not see.">
          <NotFound message="Entry not found" />
        </Example>
      </>
    ),
  },
  {
    id: 'notices',
    title: 'Notices and tags',
    render: () => (
      <>
        <Example name=".notice" use="About the whole page: the state of a record, or what is missing for it to work.">
          <p className="notice">Scheduled for May 4, 9:00 AM.</p>
          <p className="notice warn">No mail server is configured.</p>
          <p className="notice problem">Connection lost. Changes are kept.</p>
        </Example>
        <Example name=".tag and .count" use="Properties and numbers of records." isRow>
          <span className="tag">billing</span>
          <span className="tag warn">Overdue</span>
          <span className="count">24</span>
          <kbd>Ctrl K</kbd>
        </Example>
      </>
    ),
  },
];
