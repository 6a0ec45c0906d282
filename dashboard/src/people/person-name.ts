import { directory } from '#texts/directory';
import type { Person } from '@earshot/sdk';

/** Returns the name of a person, or an identity. */
export const renderPerson = ({
  name,
  given_name: given,
  emails,
  user_ids: userIds,
}: Pick<Person, 'name' | 'emails' | 'user_ids'> & { given_name?: string | null }): string =>
  name ?? given ?? emails[0] ?? userIds[0] ?? directory.withoutName;
