import type { suggestions as english } from '../en/suggestions.ts';
import type { Texts } from '../texts.ts';

export const suggestions: Texts<typeof english> = {
  title: '提案',
  ask: '重複とタグを提案',
  none: '提案はありません',
  mergeInto: (title) => `「${title}」に統合`,
  addTags: (tags) => `タグを追加: ${tags}`,
  accept: '承認',
  dismiss: '却下',
  accepted: '提案を承認しました',
  dismissed: '提案を却下しました',
  acceptFirst: '最初の提案を承認',
  dismissFirst: '最初の提案を却下',
  noModel: 'このインスタンスには言語モデル (EARSHOT_LLM_URL) がないため、何も提案されません。',
  draft: '提案された下書き',
  hint: '言語モデルが作成しました。公開前に確認してください。',
  createDraft: '下書きを作成',
  fromFinished: '完了したフィードバックから下書き',
  noneFinished: '新着情報のない完了済みフィードバックはありません',
  draftFromAnswer: '回答から記事の下書きを作成',
  draftArticle: (collection) => `${collection}に記事の下書きを作成`,
};
