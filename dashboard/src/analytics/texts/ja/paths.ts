import type { paths as english } from '../en/paths.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const paths: Texts<typeof english> = {
  hint: 'ページやイベントを選ぶと、そこを通る経路とその後のステップだけを表示します。',
  start: '起点',
  end: '終点',
  kinds: { page: 'ページ', event: 'イベント' },
  direction: '方向',
  directions: { next: '次のステップ', previous: '前のステップ' },
  shown: 'ステップ',
  events: { exclude: 'ページ', include: 'ページとイベント' },
  by: '数える単位',
  bys: { person: '人', visit: '訪問' },
  depth: '長さ',
  depths: (steps) => plural(steps, { other: '#ステップ' }),
  people: (count) => plural(count, { other: '#人' }),
  visits: (count) => plural(count, { other: '#回の訪問' }),
  step: (number, direction) =>
    number === 0 ? (direction === 'next' ? '開始' : '終了') : direction === 'next' ? `ステップ${number}` : `${number}つ前`,
  other: 'その他',
  left: '以降のステップなし',
  began: '以前のステップなし',
  node: (name, count, share) => `${name}: ${count}, ${share}`,
  through: '次を通る経路のみ',
  noLonger: (name) => `経路から${name}を外す`,
  startHere: (name) => `${name}から始める`,
  endHere: (name) => `${name}で終える`,
  back: '戻る',
  from: '移動元',
  to: '移動先',
  share: '割合',
  mostFrequent: '最も多い経路',
  none: 'この期間に、このページやイベントを含む経路はありません',
  noneThrough: 'この期間に、これらのステップを通る経路はありません',
};
