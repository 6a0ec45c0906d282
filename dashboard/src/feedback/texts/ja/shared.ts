import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
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
  settings: {
    'settings.feedback.moderation': {
      label: '承認を必要とするもの',
      options: { off: 'なし', anonymous: '匿名の訪問者のフィードバック', all: 'すべてのフィードバック' },
    },
    'settings.feedback.follow_default': {
      label: 'メール通知を初期選択',
      hint: 'フィードバックフォームの「進展があればメールで知らせる」に、最初からチェックが入ります。',
    },
    'settings.feedback.suggestions': {
      label: '重複とタグを提案',
      hint: '新しいフィードバックについて、インスタンスの言語モデル (EARSHOT_LLM_URL) が提案します。メンバーが承認するまで何も変わりません。',
    },
    'settings.feedback.suggestions_per_day': {
      label: '1 日の提案数',
      hint: 'メンバーが求めたものを含め、24 時間でこの数に達すると、新しいフィードバックには提案されません。',
    },
    'settings.feedback.voting': {
      label: '投票できる人',
      hint: 'メンバーはいつでも投票できます。既存の投票は残ります。',
      options: {
        anyone: '全員',
        confirmed: '確認済みのメールアドレスを持つ人とログイン済みユーザー',
        signed_in: '製品にログインしているユーザー',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'ネットワークごとの匿名投票数',
      hint: '1つのネットワークがログインせずに1日に1件のエントリーへ投票できる数です。多くの訪問者がネットワークを共有する場合は増やしてください。',
    },
  },
  notifications: {
    'feedback.assigned': '割り当て',
    'feedback.mentioned': 'メンション',
    'feedback.created': '新しいフィードバック',
    'feedback.commented': 'コメント',
    'feedback.vote_burst': '不審な投票',
    'feedback.pending': '承認待ち',
  },
  timeline: {
    feedback: 'フィードバック',
    vote: '投票',
    comment: 'コメント',
  },
  did: {
    feedback: 'フィードバックを送信',
    vote: '投票:',
    comment: 'コメント:',
  },
  imports: {
    feedback: 'フィードバック',
    comments: 'コメント',
    votes: '投票',
  },
};
