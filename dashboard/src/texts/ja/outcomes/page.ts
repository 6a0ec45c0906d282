import type { outcomes as english } from '../../en/outcomes/page.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { other: '#人' });

export const outcomes: Texts<typeof english> = {
  title: '成果',
  lead: '何が求められ、使われ、見つからないのか。',
  demand: '需要の大きい要望',
  demandBy: (score) => `スコア「${score}」による未完了の要望`,
  demandByVotes: '投票数による未完了の要望。スコアでは、誰が投票し何をしているかも考慮されます。',
  noDemand: '未完了の要望はありません',
  points: (count) => plural(count, { other: '点' }),
  votes: (count) => plural(count, { other: '票' }),
  searchesOf: (count) => plural(count, { other: '件の検索' }),
  people: (count) => plural(count, { other: '人' }),
  silent: '未利用',
  searches: (count) => plural(count, { other: '#件の検索' }),
  allDemand: 'フィードバックを開く',
  releases: '要望した人が戻っていないリリース',
  releasesHint: 'リリースを要望したのに使っていない人。',
  noReleases: '未利用の人がいるリリースはありません。新着情報を書くときに成功イベントを指定してください。',
  used: (used, identified) => `${people(identified)}中${formatNumber(used)}人が利用`,
  askWhy: (count) => `${people(count)}に理由を尋ねる`,
  askWhyOf: (count, title) => `${people(count)}に理由を尋ねる: ${title}`,
  allReleases: '新着情報を開く',
  unanswered: '回答のない検索',
  unansweredHint: '過去90日間で、何も見つからなかった、または開く価値のあるものがなかった検索です。',
  noUnanswered: '回答のない検索はありません',
  allSearches: 'ヘルプセンターを開く',
  praise: 'お客様の声を依頼する人',
  praiseHint: 'ルールは適切なタイミングで、多くても年1回依頼します。',
  noPraise: 'ルールはまだありません。ルールは、要望したものを使う人に依頼します。',
  results: (asked, answered) => `依頼${formatNumber(asked)}件、回答${formatNumber(answered)}件`,
  paused: '停止中',
  allPraise: '依頼を開く',
};
