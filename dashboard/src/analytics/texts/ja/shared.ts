import type { analyticsShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const analyticsShared: Texts<typeof english> = {
  scopes: {
    'analytics:read': 'アナリティクスの閲覧',
    'analytics:write': 'アナリティクスの閲覧、イベントのインポート、目標とアラートの変更',
  },
  actions: {
    'shared_link.created': '共有リンクを作成',
    'shared_link.updated': '共有リンクを変更',
    'shared_link.deleted': '共有リンクを削除',
    'search_console.connected': 'Search Console を接続',
    'search_console.updated': 'Search Console の接続を変更',
    'search_console.disconnected': 'Search Console の接続を解除',
    'goal.deleted': '目標を削除',
    'funnel.deleted': 'ファネルを削除',
    'alert.created': 'アラートを作成',
    'alert.updated': 'アラートを変更',
    'alert.deleted': 'アラートを削除',
    'segment.filters_updated': 'セグメントのフィルターを変更',
    'segment.deleted': 'セグメントを削除',
    'annotation.deleted': 'グラフのメモを削除',
    'analytics.erased': 'ユーザーのイベントを削除',
    'analytics.exported': 'イベントをエクスポート',
  },
  events: {
    'alert.triggered': 'アラートの発生',
    'alert.recovered': 'アラートの復旧',
  },
  sections: {},
  settings: {
    'settings.analytics.timezone': {
      label: 'タイムゾーン',
      hint: 'レポートの日の区切りに使うタイムゾーン。都市、国、時差で検索できます。',
    },
    'settings.analytics.allowed_hostnames': {
      label: '許可するホスト',
      hint: '1行に1つ。*は任意の文字列です。ほかのホストのイベントは破棄されます。空の場合はすべて許可します。',
    },
    'settings.analytics.excluded_hostnames': { label: '除外するホスト', hint: '1行に1つ。例: staging.example.com' },
    'settings.analytics.excluded_paths': { label: '除外するパス', hint: '1行に1つ。例: /admin/*' },
    'settings.analytics.excluded_referrers': {
      label: '流入元としないホスト',
      hint: '1行に1つ。例: pay.example.com。既知の決済ページとログインページは流入元になりません。',
    },
    'settings.analytics.excluded_addresses': {
      label: '除外するアドレス',
      hint: 'IPアドレスまたは範囲を1行に1つ。例: 192.0.2.0/24',
    },
    'settings.analytics.counted_bots': {
      label: '数えるボット',
      options: {
        crawler: 'クローラー',
        headless: 'ヘッドレスブラウザー',
        prefetch: '先読みされたページ',
        http_library: 'HTTPライブラリのページビュー（curl、okhttpなど）',
      },
    },
    'settings.analytics.honor_privacy_signals': {
      label: '「Do Not Track」とGlobal Privacy Controlを尊重',
      hint: '追跡を拒否するブラウザーのイベントは破棄されます。トラッカーとSDKは常にこれを尊重します。',
    },
    'settings.analytics.signed_user_ids': {
      label: '署名付きユーザーIDを必須にする',
      hint: 'イベントは、サーバーが署名したトークンでユーザーを識別します。署名のないuser_idのイベントは拒否されます。',
    },
    'settings.analytics.retention_days': {
      label: 'アナリティクスのイベントの保存期間（日）',
      hint: '古いイベントはレポートとともに削除されます。空の場合は無期限に保存します。',
    },
  },
  notifications: {
    'alert.triggered': 'アラート',
  },
  timeline: {
    event: 'イベント',
  },
  did: {
    event: 'イベント',
  },
  imports: {
    daily_totals: '日別アナリティクス',
    events: 'アナリティクスのイベント',
  },
};
