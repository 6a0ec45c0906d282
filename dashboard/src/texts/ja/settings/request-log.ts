import type { requestLog as english } from '../../en/settings/request-log.ts';
import { formatNumber } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const formatDuration = (ms: number) => `${formatNumber(ms < 10 ? ms : Math.round(ms))}\u00A0ms`;

export const requestLog: Texts<typeof english> = {
  title: 'リクエストログ',
  hint: '過去7日間のこのプロジェクトへのAPIリクエストです（本文とIPアドレスは除く）。1分以内の似たリクエストはまとめられることがあります。',
  forMembers: '閲覧者はリクエストログを閲覧できません。',
  none: 'リクエストはありません',
  time: '日時',
  request: 'リクエスト',
  status: 'ステータス',
  statuses: {
    '2xx': '成功（2xx）',
    '3xx': 'リダイレクト（3xx）',
    '4xx': 'クライアントエラー（4xx）',
    '5xx': 'サーバーエラー（5xx）',
  },
  method: 'メソッド',
  duration: '時間',
  milliseconds: formatDuration,
  average: (ms) => `平均${formatDuration(ms)}`,
  credential: '認証情報',
  credentials: {
    api_key: 'APIキー',
    personal_token: '個人アクセストークン',
    service_account: 'サービスアカウント',
    connected_app: '接続済みアプリ',
    session: 'セッション',
    shared_link: '共有リンク',
  },
  noCredential: 'なし',
  caller: '呼び出し元',
  programs: 'キーとトークン',
  dashboard: 'ダッシュボードとコマンドライン',
  everyone: 'すべての呼び出し元',
  search: 'パスとリクエストIDを検索',
  open: (request) => `${request}の詳細`,
  code: 'エラーコード',
  id: 'リクエストID',
  requests: 'リクエスト',
  notFound: 'このリクエストはログに残っていません。',
  combined: (count) => `${formatNumber(count)}件のリクエスト`,
};
