import { formatId } from '../../../platform/ids.ts';
import type { Request, Rule, RuleResults } from './store.ts';

export const ruleForMember = ({ id, project_id, created_at, updated_at, ...rule }: Rule & RuleResults) => ({
  ...rule,
  id: formatId('trl', id),
  project_id: formatId('prj', project_id),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const requestForMember = (request: Request) => ({
  id: formatId('trq', request.id),
  project_id: formatId('prj', request.project_id),
  rule_id: request.rule_id && formatId('trl', request.rule_id),
  person_id: request.person_id && formatId('per', request.person_id),
  person_name: request.person_name,
  channel: request.channel,
  subject: request.subject,
  status: request.status,
  testimonial_id: request.testimonial_id && formatId('tm', request.testimonial_id),
  questions: request.questions,
  reminded_at: request.reminded_at?.toISOString() ?? null,
  created_at: request.created_at.toISOString(),
  updated_at: request.updated_at.toISOString(),
});
