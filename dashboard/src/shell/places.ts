import { shell } from '#texts/shell';
import { Compass, Inbox } from 'lucide-react';

/** The parts of a project, in the order of the sidebar. `keys` goes there. */
export const PLACES = [
  { id: 'start', to: '/projects/$slug', label: shell.start, icon: Compass, keys: 'g s' },
  { id: 'feedback', to: '/projects/$slug/feedback', label: shell.feedback, icon: Inbox, keys: 'g f' },
] as const;
