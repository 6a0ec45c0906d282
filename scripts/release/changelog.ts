/** Returns the entries under a heading of a changelog in the form of Keep a Changelog 1.1.0, or undefined when it has no such heading. */
export function readSection(changelog: string, name: string): string | undefined {
  const headings = [...changelog.matchAll(/^## \[(.+?)\].*$/gm)];
  const index = headings.findIndex(([, title]) => title === name);
  const heading = headings[index];
  if (!heading) return undefined;
  return changelog.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim();
}

/**
 * Moves the unreleased entries under the heading of a version. A changelog that has the version is returned unchanged.
 * @throws when there are no unreleased entries
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  if (readSection(changelog, version) !== undefined) return changelog;
  const entries = readSection(changelog, 'Unreleased');
  if (!entries) throw new Error('CHANGELOG.md has no entries under "## [Unreleased]"');
  return changelog.replace(/^## \[Unreleased\].*$/m, `## [Unreleased]\n\n## [${version}] - ${date}`);
}
