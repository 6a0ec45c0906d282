import { createMerge, mergeNames } from '../merge.ts';
import type { services as english } from '../en/services.ts';
import { locale } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const services: Texts<typeof english> = {
  feedback: {
    name: 'フィードバック',
    scopes: {
      'feedback:read': 'フィードバックの閲覧',
      'feedback:write': 'フィードバックの閲覧と変更',
    },
    actions: {
      'feedback.deleted': 'フィードバックを削除',
      'feedback.exported': 'フィードバックをエクスポート',
      'comment.deleted': 'コメントを削除',
      'comments.exported': 'コメントをエクスポート',
      'votes.exported': '投票をエクスポート',
      'feedback_view.deleted': 'フィードバックのビューを削除',
      'feedback_view.made_personal': 'フィードバックのビューの共有を停止',
    },
    events: {
      'feedback.created': 'フィードバックの作成',
      'feedback.updated': 'フィードバックの更新',
      'feedback.status_changed': 'フィードバックのステータス変更',
      'feedback.commented': 'コメントの追加',
      'feedback.voted': '投票の変更（最大で1分に1回）',
      'feedback.merged': 'フィードバックの統合',
      'feedback.deleted': 'フィードバックの削除',
    },
    sections: { feedback: 'フィードバック', roadmap: 'ロードマップ' },
  },
  waitlist: {
    name: 'ウェイトリスト',
    scopes: {
      'waitlist:read': 'ウェイトリストの閲覧',
      'waitlist:write': 'ウェイトリストの閲覧、変更、招待',
    },
    actions: {
      'waitlist_entry.deleted': 'ウェイトリストの登録を削除',
      'waitlist.exported': 'ウェイトリストをエクスポート',
      'waitlist_broadcast.sent': 'ウェイトリストに一斉配信',
      'waitlist_broadcast.resumed': 'ウェイトリストへの一斉配信を再開',
    },
    events: {
      'waitlist.joined': 'ウェイトリストへの登録',
      'waitlist.confirmed': 'ウェイトリスト登録の確認',
      'waitlist.invited': 'ウェイトリストからの招待',
      'waitlist.reward_reached': '紹介特典の達成',
    },
    sections: { waitlist: 'ウェイトリスト' },
  },
  testimonials: {
    name: 'お客様の声',
    scopes: {
      'testimonials:read': 'お客様の声の閲覧',
      'testimonials:write': 'お客様の声の閲覧と変更',
    },
    actions: {
      'testimonial.deleted': 'お客様の声を削除',
      'testimonials.exported': 'お客様の声をエクスポート',
      'testimonial_rule.deleted': '依頼ルールを削除',
      'testimonial_collection.deleted': 'お客様の声のコレクションを削除',
    },
    events: {
      'testimonial.submitted': 'お客様の声の投稿',
      'testimonial.approved': 'お客様の声の承認',
      'testimonial.rejected': 'お客様の声の却下',
    },
    sections: { testimonials: 'お客様の声' },
  },
  changelog: {
    name: '新着情報',
    scopes: {
      'changelog:read': '新着情報の閲覧',
      'changelog:write': '新着情報の閲覧、変更、公開',
    },
    actions: {
      'changelog_entry.deleted': '新着情報を削除',
      'changelog_subscriber.deleted': '新着情報の購読者を削除',
      'changelog_subscribers.added': '新着情報の購読者を追加',
      'changelog.exported': '新着情報をエクスポート',
    },
    events: {
      'changelog.adoption_measured': '利用状況の測定',
      'changelog.published': '新着情報の公開',
    },
    sections: { changelog: '新着情報' },
  },
  knowledge_base: {
    name: 'ヘルプセンター',
    scopes: {
      'knowledge_base:read': 'ヘルプセンターの検索と閲覧',
      'knowledge_base:write': 'ヘルプセンターの検索、閲覧、変更',
    },
    actions: {
      'index.deleted': 'コレクションを削除',
      'document.published': '記事を公開',
      'document.unpublished': '記事の公開を停止',
      'document.archived': '記事をアーカイブ',
      'document.deleted': '記事を削除',
      'documents.exported': '記事をエクスポート',
    },
    events: {
      'knowledge_base.searched_without_results': '結果のない検索',
    },
    sections: { help: 'ヘルプ' },
  },
  analytics: {
    name: 'アナリティクス',
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
  },
};

export const mergeTexts = createMerge(services);

export const names = mergeNames(services);

export const content = new Intl.ListFormat(locale).format(Object.values(names));
