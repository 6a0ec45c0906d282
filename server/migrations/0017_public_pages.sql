-- A host is one project's.
CREATE UNIQUE INDEX projects_custom_domain ON projects ((settings -> 'pages' ->> 'custom_domain'))
  WHERE settings -> 'pages' ->> 'custom_domain' IS NOT NULL;
