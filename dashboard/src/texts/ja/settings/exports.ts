import type { ExportStatus } from '@earshot/contract/instance/values';
import type { exports as english } from '../../en/settings/exports.ts';
import { locale } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const states: Record<ExportStatus, string> = {
  queued: '待機中',
  running: '実行中',
  ready: '準備完了',
  failed: '失敗',
  expired: '期限切れ',
};

export const exports: Texts<typeof english> = {
  title: 'エクスポート',
  hint: 'アーカイブには、すべてのデータ、画像、イベント、設定が読みやすいファイルで含まれ、別のプロジェクトやインスタンスにインポートできます。キー、メンバー、Webhook、ログは含まれません。',
  create: 'プロジェクトをエクスポート',
  personalData: '個人データを含める',
  personalDataHint: 'ユーザーのアドレス、名前、ID。',
  none: 'エクスポートはまだありません',
  noneHint: 'エクスポートのファイルは24時間ダウンロードできます。',
  when: '作成日時',
  state: 'ステータス',
  size: 'サイズ',
  states,
  percent: (progress) => `${Math.round(progress * 100)}%`,
  megabytes: (bytes) => `${Math.max(0.1, bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`,
  withPersonalData: '個人データあり',
  withoutPersonalData: '個人データなし',
  download: 'ダウンロード',
  deleteTitle: 'このエクスポートを削除しますか？',
  deleteHint: 'ファイルをダウンロードできなくなります。',
  forAdmins: 'プロジェクトをエクスポートできるのはオーナーと管理者だけです。',
};
