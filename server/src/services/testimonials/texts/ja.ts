import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('ja');

export const ja: Texts = {
  about: (project, rating) => `${project}のお客様の声${rating && `：${rating}`}。`,
  ratingOf: (average, count) => n(count, { other: `5点中${average}点（#件）` }),
  outOfFive: (count) => n(count, { other: '/ 5（#件）' }),
  stars: (count) => `5つ星のうち${count}`,
  starsOfField: (count) => `星${count}つ`,
  empty: 'まだご感想はありません。最初のご感想をお寄せください。',
  write: '感想を書く',
  publishedLater: '確認後に公開されます。',
  yourRating: '評価',
  yours: 'ご感想',
  role: '役職',
  company: '会社',
  emailHint: 'メールアドレス（任意・公開されません。編集・取り下げ用のリンクをお送りします）',
  consent: 'この感想を名前とともにウェブサイトに掲載することに同意します。',
  submit: '送信',
  close: '閉じる',
  submitted: 'ご感想は確認後に公開されます。',
  all: 'すべてのお客様の声',
  incentive: '謝礼あり',
  affiliated: '関係者',
  playVideo: (name, host) => `${host}で${name}の動画を再生`,
  ownText: '編集されたご感想は、公開前にもう一度確認されます。取り下げると、ご感想は削除されます。',
  rating: '評価',
  save: '変更を保存',
  withdraw: '感想を取り下げる',
  withdrawn: 'ご感想を取り下げました',
  withdrawnText: 'ご感想は削除されました。',
  updated: 'ご感想を更新しました',
  updatedText: 'ありがとうございます。ご感想はもう一度確認されます。',
  mails: {
    thanksSubject: (project) => `${project}へのご感想をありがとうございます`,
    thanksText: (project) =>
      `${project}へのご感想をありがとうございます。いつでも確認、編集、取り下げができます。お心当たりがない場合は、このメールを無視してください。`,
    edit: '感想を編集',
    submitted: (project) => `${project}へのご感想とともにこのアドレスが入力されたため、このメールをお送りしています。`,
    question: (project) => `${project}はいかがですか？`,
    reasons: {
      release_used: (title) =>
        title === null ? 'ご要望の機能をお使いいただいています。' : `ご要望の「${title}」をお使いいただきました。`,
      goal_reached: () => 'しばらくお使いいただいています。',
      answer_helpful: () => 'ヘルプの回答がお役に立ったようです。',
    },
    requestText: 'ご感想を少しお聞かせいただけませんか。お名前とともに掲載するのは、ご同意いただいた場合だけです。',
    usesIt: (project) => `${project}をご利用のため、このメールをお送りしています。お願いするのは年に1回までです。`,
    stop: '今後は尋ねない',
    stopQuestion: '今後は尋ねませんか？',
    stopText: 'ご感想のお願いは届かなくなります。',
    stopped: '今後お願いしません',
    stoppedText: 'ご感想のお願いは今後お送りしません。',
  },
};
