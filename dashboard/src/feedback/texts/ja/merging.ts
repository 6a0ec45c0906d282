import type { merging as english } from '../en/merging.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const merging: Texts<typeof english> = {
  title: (count) => `${count}件のエントリーを統合`,
  intoTitle: '別のエントリーに統合',
  hint: '投票、コメント、フォロワーは1人1回としてまとめられます。統合は取り消せます。',
  search: '統合先のエントリーを検索',
  stays: '残すエントリー',
  staysBadge: '残す',
  addTarget: '別のエントリーに統合…',
  otherTarget: '別のエントリーを選択…',
  result: '統合後',
  repeated: (count) => plural(count, { other: '（重複した#票は1票ずつ数えます）' }),
  reveals: (count) => plural(count, { other: '#件のコメントが、現在見られない人にも表示されるようになります。' }),
  followers: 'フォロワー',
  titles: (others) =>
    others === 1
      ? 'もう一方のエントリーは、タイトルを残した重複として、このエントリーにつながります。統合は取り消せます。'
      : `ほかの${others}件のエントリーは、タイトルを残した重複として、このエントリーにつながります。統合は取り消せます。`,
  similar: (count) => `類似${count}件`,
  similarTitle: (count) => plural(count, { other: '#件の類似エントリー' }),
  similarTo: (title) => `「${title}」と重複の可能性`,
  dismiss: '重複ではない',
  dismissNamed: (title) => `重複ではない: ${title}`,
  dismissed: (title) => `「${title}」は重複ではないとしました`,
  merge: '統合…',
  confirm: (count) => `${count}件のエントリーを統合`,
};
