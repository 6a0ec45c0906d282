import { Type } from 'typebox';
import { Component, Id, Nullable, Page, Timestamp } from '../shared/common.ts';

const fields = {
  id: Id('ver'),
  project_id: Id('prj'),
  title: Type.String({ examples: ['Export as CSV'] }),
  actor_id: Nullable(
    Id('usr', 'User (`usr_`) or service account (`svc_`) that saved the version. Null for a text from before its history.'),
  ),
  actor_name: Nullable(Type.String({ description: 'Name of the actor', examples: ['Ada Lovelace'] })),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'Time of the last change that is a part of the version' }),
};

/** A version in lists. */
export const ContentVersionSummary = Component('ContentVersionSummary', fields);

export const ContentVersion = Component('ContentVersion', {
  ...fields,
  content: Type.String({ description: 'Content as it was saved', examples: ['Every list has a **download** now.'] }),
});

export const VersionId = Id('ver');
export const ListVersionsQuery = Type.Object({ ...Page });
