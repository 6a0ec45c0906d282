import { useContext } from 'react';
import { timeZone } from '../ui/dates/local-time.ts';
import { ProjectContext } from './projects.ts';

/** Returns the time zone of reports and schedules. On shared pages, it is that of the reader. */
export const useProjectTimeZone = (): string => useContext(ProjectContext)?.settings.analytics.timezone ?? timeZone();
