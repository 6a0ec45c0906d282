import { feedback as texts } from './texts/en/feedback.ts';
import type { BoardView } from './board-view.ts';
import { Tab } from '../ui/page.tsx';

/** Tabs of the feedback pages. `board` is the view of the board that is shown. */
export const FeedbackTabs = ({ slug, board = {} }: { slug: string; board?: Partial<BoardView> }) => (
  <>
    <Tab to="/projects/$slug/feedback" params={{ slug }} activeOptions={{ exact: true, includeSearch: false }}>
      {texts.inbox}
    </Tab>
    <Tab
      to="/projects/$slug/feedback/board"
      params={{ slug }}
      // The route does not declare its parameters, so that their names load with the board.
      search={board as object}
      activeOptions={{ includeSearch: false }}
    >
      {texts.board}
    </Tab>
  </>
);
