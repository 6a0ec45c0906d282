import type { Language } from '../../texts/language.ts';

export const testimonials: Language['testimonials'] = {
  formTitle: 'ご感想をお聞かせください',
  rating: '評価',
  stars: '5つ星のうち{count}',
  content: 'ご感想',
  role: '役職',
  company: '会社',
  emailWhy: '編集・取り下げ用のリンクをお送りします。アドレスは公開されません。',
  consent: 'このご感想を名前とともにウェブサイトに掲載することに同意します。',
  thanks: 'ありがとうございます！',
  decline: '今後は尋ねない',
  thanksText: '確認後に掲載されます。',
  average: '5点中{rating}点（{count}件の評価）',
  average_one: '5点中{rating}点（{count}件の評価）',
  incentive: '謝礼あり',
  affiliated: '関係者',
  previous: '前へ',
  next: '次へ',
  testimonials: 'お客様の声',
  playVideo: '{host}で{name}の動画を再生',
};
