import { feedback as texts } from './texts/en/feedback.ts';
import { MessageSquareDashed } from 'lucide-react';
import { LinkButton } from '../ui/button.tsx';
import { Empty } from '../ui/state.tsx';

/** Empty state of a project without feedback. */
export const NoFeedback = ({ slug }: { slug: string }) => (
  <Empty icon={<MessageSquareDashed size={28} />} title={texts.empty}>
    <p>{texts.emptyHint}</p>
    <LinkButton look="primary" to="/projects/$slug" params={{ slug }}>
      {texts.firstSteps}
    </LinkButton>
  </Empty>
);
