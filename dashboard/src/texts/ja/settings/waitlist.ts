import type { questions as englishQuestions, rewards as englishRewards } from '../../en/settings/waitlist.ts';
import type { Texts } from '../../texts.ts';

export const questions: Texts<typeof englishQuestions> = {
  title: 'フォーム',
  hint: '登録フォームの、名前とメールアドレス以外の質問（最大10問）です。アーカイブした質問は表示されなくなりますが、回答は残ります。',
  empty: '質問はありません',
  new: '新しい質問…',
  newTitle: '新しい質問',
  create: '質問を作成',
  editTitle: '質問を編集',
  saved: '質問を保存しました',
  removed: '質問を削除しました',
  deleteTitle: (name) => `質問「${name}」を削除しますか？`,
  deleteHint: '回答が表示されなくなります。一覧、フィルター、エクスポートに残すには、質問をアーカイブしてください。',
};

export const rewards: Texts<typeof englishRewards> = {
  title: '特典',
  hint: '紹介の特典です。登録者には次の特典がページとウィジェットに表示され、達成するとメールが届きます。',
  empty: '特典はありません',
  new: '新しい特典…',
  newTitle: '新しい特典',
  create: '特典を作成',
  edit: '編集',
  editOf: (name) => `${name}を編集`,
  editTitle: '特典を編集',
  name: '名前',
  text: 'テキスト',
  textHint: '特典の受け取り方を説明します。',
  referrals: '紹介',
  deleteOf: (name) => `${name}を削除`,
  deleteTitle: (name) => `特典「${name}」を削除しますか？`,
  deleteHint: '達成した人を含め、特典は表示されなくなります。',
  saved: '特典を保存しました',
  removed: '特典を削除しました',
};
