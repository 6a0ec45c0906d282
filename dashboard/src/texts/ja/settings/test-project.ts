import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'プロジェクトを空にする',
  hint: `${content}、画像、メール、Webhook配信を削除します。設定、メンバー、APIキー、Webhook、目標は残ります。`,
  onlyTest: '空にできるのはテストプロジェクトだけです。先に「テストプロジェクト」を有効にして保存してください。',
  ownerOnly: 'テストプロジェクトを空にできるのはオーナーだけです。',
  button: 'プロジェクトを空にする…',
  confirmTitle: (name) => `「${name}」を空にしますか？`,
  confirmHint: 'このテストプロジェクトのすべての内容が削除されます。元に戻すことはできません。',
  confirm: 'プロジェクトを空にする',
  emptied: 'プロジェクトを空にしました',
};
