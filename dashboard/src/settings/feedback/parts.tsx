import { Boards } from './boards.tsx';
import { CustomFields } from './fields.tsx';
import { Statuses } from './statuses.tsx';

/** Settings of feedback that are more than single fields. */
export const FeedbackParts = () => (
  <>
    <Statuses />
    <Boards />
    <CustomFields />
  </>
);
