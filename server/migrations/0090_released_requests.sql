-- Requests keep the release that a person used, in place of its title, which can change and be withdrawn. Titles stay where no release
-- has them anymore, and are not shown.
ALTER TABLE testimonial_requests ADD COLUMN release_id uuid;
UPDATE testimonial_requests q SET release_id = released.id, subject = NULL
FROM (
  SELECT DISTINCT ON (q.project_id, q.id) q.project_id, q.id AS request_id, e.id
  FROM testimonial_requests q
  LEFT JOIN testimonial_rules r ON r.project_id = q.project_id AND r.id = q.rule_id
  JOIN changelog_entries e ON e.project_id = q.project_id AND e.title = q.subject AND e.created_at <= q.created_at
  -- A deleted rule can have asked for a release as well.
  WHERE r.id IS NULL OR r.trigger = 'release_used'
  ORDER BY q.project_id, q.id, e.published_at DESC NULLS LAST, e.created_at DESC
) AS released
WHERE q.project_id = released.project_id AND q.id = released.request_id;
