import { suggestions } from '#texts/suggestions';
import { ModelNotice } from '../../knowledge-base/model-notice.tsx';
import { Boards } from './boards.tsx';
import { CustomFields } from './fields.tsx';
import { Statuses } from './statuses.tsx';

/** Settings of feedback that are more than single fields. */
export const FeedbackParts = () => (
  <>
    <ModelNotice text={suggestions.noModel} />
    <Statuses />
    <Boards />
    <CustomFields />
  </>
);
