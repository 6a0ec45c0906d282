/** Texts of merging entries of feedback. */
export const merging = {
  title: (count: number) => `Merge ${count} entries`,
  intoTitle: 'Merge into another entry',
  hint: 'Votes, comments and followers are combined, each person once. You can undo the merge.',
  search: 'Search for the target entry',
  stays: 'Entry that stays',
  staysBadge: 'Stays',
  addTarget: 'Merge into another entry…',
  otherTarget: 'Select another entry…',
  result: 'After merging',
  repeated: (count: number) => (count === 1 ? '(1 person voted twice and counts once)' : `(${count} repeated votes count once)`),
  reveals: (count: number) =>
    count === 1
      ? '1 comment will be visible to people who can’t see it now.'
      : `${count} comments will be visible to people who can’t see them now.`,
  followers: 'Followers',
  titles: (others: number) =>
    others === 1
      ? 'The other entry keeps its title as a duplicate and leads to this one. You can undo the merge.'
      : `The other ${others} entries keep their titles as duplicates and lead to this one. You can undo the merge.`,
  /** Label of a row. */
  similar: (count: number) => `${count} similar`,
  similarTitle: (count: number) => (count === 1 ? '1 similar entry' : `${count} similar entries`),
  similarTo: (title: string) => `Possible duplicates of “${title}”`,
  dismiss: 'Not a duplicate',
  dismissNamed: (title: string) => `Not a duplicate: ${title}`,
  dismissed: (title: string) => `“${title}” is not a duplicate`,
  merge: 'Merge…',
  confirm: (count: number) => `Merge ${count} entries`,
};
