import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { nameOfMember, useMembers } from '../../people/members.ts';
import { locale } from '../../texts/plural.ts';

const TABS = ['comments', 'voters', 'history'] as const;

export type EntryTab = (typeof TABS)[number];

interface EntryTabsProps {
  entry: Feedback;
  selected: EntryTab;
  onSelect: (tab: EntryTab) => void;
  /** Content of the selected tab. */
  children: ReactNode;
}

export const EntryTabs = ({ entry, selected, onSelect, children }: EntryTabsProps) => {
  const counts: Partial<Record<EntryTab, number>> = {
    comments: entry.comment_count,
    voters: entry.upvote_count + entry.downvote_count,
  };
  return (
    <Tabs className="entry-tabs" selectedKey={selected} onSelectionChange={(tab) => onSelect(tab as EntryTab)}>
      <TabList aria-label={texts.sections} className="tabs">
        {TABS.map((tab) => (
          <Tab key={tab} id={tab} className="tab">
            {texts[tab]} {counts[tab] ? <span className="soft">{counts[tab].toLocaleString(locale)}</span> : undefined}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={selected} id={selected}>
        {children}
      </TabPanel>
    </Tabs>
  );
};

/** Properties next to the text of an entry. On phones, they are closed, below a line that names the main ones. */
export function EntrySide({ entry, children }: { entry: Feedback; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const member = useMembers().find(({ user_id }) => user_id === entry.assignee_id);
  const facts = [
    texts.balance(entry.upvote_count, entry.downvote_count),
    texts.types[entry.type],
    member ? nameOfMember(member) : people.nobody,
  ];
  return (
    <aside className={isOpen ? 'split-side open' : 'split-side'} aria-label={texts.details}>
      <button type="button" className="side-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={16} aria-hidden />
        <strong>{texts.details}</strong> <span className="soft">{facts.join(' · ')}</span>
      </button>
      {children}
    </aside>
  );
}
