import { names } from '../texts/services.ts';
import { shell } from '#texts/shell';
import {
  BarChart3,
  Bell,
  BookOpen,
  Compass,
  Hourglass,
  Inbox,
  Megaphone,
  MessageSquareQuote,
  Settings,
  Target,
  Users,
} from 'lucide-react';

/** Pages of a project, in sidebar order. `keys` is the shortcut. */
export const PLACES = [
  { id: 'start', to: '/projects/$slug', label: shell.start, icon: Compass, keys: 'g s' },
  { id: 'notifications', to: '/projects/$slug/notifications', label: shell.notifications, icon: Bell, keys: 'g n' },
  { id: 'outcomes', to: '/projects/$slug/outcomes', label: shell.outcomes, icon: Target, keys: 'g o' },
  { id: 'feedback', to: '/projects/$slug/feedback', label: names.feedback, icon: Inbox, keys: 'g f' },
  { id: 'waitlist', to: '/projects/$slug/waitlist', label: names.waitlist, icon: Hourglass, keys: 'g w' },
  { id: 'testimonials', to: '/projects/$slug/testimonials', label: names.testimonials, icon: MessageSquareQuote, keys: 'g t' },
  { id: 'changelog', to: '/projects/$slug/changelog', label: names.changelog, icon: Megaphone, keys: 'g c' },
  { id: 'help', to: '/projects/$slug/help', label: names.knowledge_base, icon: BookOpen, keys: 'g h' },
  { id: 'people', to: '/projects/$slug/people', label: shell.people, icon: Users, keys: 'g p' },
  { id: 'analytics', to: '/projects/$slug/analytics', label: names.analytics, icon: BarChart3, keys: 'g a' },
  { id: 'settings', to: '/projects/$slug/settings', label: shell.settings, icon: Settings, keys: 'g ,' },
] as const;
