import { Questions } from './questions.tsx';
import { Rewards } from './rewards.tsx';

/** Settings of the waitlist that are more than single fields. */
export const WaitlistParts = () => (
  <>
    <Questions />
    <Rewards />
  </>
);
