import type { searchTerms as english } from '../en/search-terms.ts';
import type { Texts } from '../../../texts/texts.ts';

export const searchTerms: Texts<typeof english> = {
  title: '検索キーワード',
  hint: 'Google で検索された語句です。Google は 2～3 日後にデータを公開し、まれな語句は含めません。',
  columns: { query: '検索キーワード', clicks: 'クリック数', impressions: '表示回数', ctr: 'クリック率', position: '掲載順位' },
  notConnected: 'Google Search Console を接続すると、サイトへの流入につながった検索キーワードが表示されます。',
  connect: 'Search Console を接続',
  empty: 'この期間の検索キーワードはありません',
  onlyPages: 'Google は訪問者を識別しないため、検索キーワードは 1 つのページでのみ絞り込めます。',
  search: 'キーワードを検索',
  console: 'Google Search Console',
  consoleHint: 'サイトへの流入につながった検索キーワードを、クリック数・表示回数・掲載順位とともに表示します。',
  steps: [
    'Google Cloud で Search Console API を有効にし、サービス アカウントとその JSON キーを作成します。',
    'Search Console の「設定」→「ユーザーと権限」で、サービス アカウントのメールアドレスを追加します。',
    'キーをここに貼り付けるか、ファイルを選択します。',
  ],
  key: 'JSON キー',
  keyHint: '毎日の取得のためにサーバーに保存され、再び表示されることはありません。',
  chooseFile: 'ファイルを選択…',
  property: 'プロパティ',
  propertyHint: 'サービス アカウントが読み取れるプロパティ。別のプロパティを選ぶと、現在の検索キーワードは削除されます。',
  choose: 'プロパティを選択',
  changeProperty: 'プロパティを変更…',
  changeKey: 'キーを変更…',
  noProperties: (email) =>
    `サービス アカウントが読み取れるプロパティがありません。Search Console で ${email} をユーザーとして追加してください。`,
  checkAgain: '再確認',
  account: 'サービス アカウント',
  days: '期間',
  lastFetch: '前回の取得',
  nextFetch: '次回の取得',
  never: 'まだありません',
  fetchNow: '今すぐ取得',
  fetching: '検索キーワードを取得しています',
  failed: '前回の取得に失敗しました',
  errors: {
    key_rejected: 'Google がキーを拒否しました。Google Cloud で新しいキーを作成し、ここで変更してください。',
    api_disabled:
      'Search Console API が有効になっていません。サービス アカウントの Google Cloud プロジェクトで有効にしてください。',
    site_forbidden:
      'サービス アカウントにプロパティへのアクセス権がありません。Search Console でそのメールアドレスをユーザーとして追加してください。',
    quota_exceeded: 'Search Console API の割り当てを超えました。取得は自動的に再試行されます。',
    unreachable: 'Google に接続できませんでした。取得は自動的に再試行されます。',
  },
  disconnect: '接続を解除',
  disconnectTitle: 'Search Console の接続を解除しますか？',
  disconnectHint: 'キーとプロジェクトのすべての検索キーワードが削除されます。',
};
