import { Type } from 'typebox';
import { KEY_PATTERN } from '../../shared/keys.ts';
import type { InvalidSetting } from '../../shared/settings.ts';
import { MAX_REWARDS } from './values.ts';

/** Reward for a number of referrals. */
export interface Reward {
  key: string;
  name: string;
  text?: string;
  referrals: number;
}

/** Returns the rewards in the order in which people reach them. */
export const sortRewards = <R extends Pick<Reward, 'referrals'>>(rewards: R[]): R[] =>
  rewards.toSorted((a, b) => a.referrals - b.referrals);

/** Returns the first reward with the key or the number of referrals of an earlier one. */
export function findInvalidReward(rewards: Reward[]): InvalidSetting | undefined {
  for (const [index, { key, referrals }] of rewards.entries()) {
    const earlier = rewards.slice(0, index);
    const refuse = (name: keyof Reward, message: string): InvalidSetting => ({
      path: `rewards[${index}].${name}`,
      code: 'duplicate',
      message,
    });
    if (earlier.some((one) => one.key === key)) return refuse('key', `Another reward has the key ${key}`);
    if (earlier.some((one) => one.referrals === referrals))
      return refuse('referrals', `Another reward requires ${referrals} referrals`);
  }
  return undefined;
}

export const rewardName = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Early access'], ...options });
export const rewardText = (options: object = {}) =>
  Type.String({ maxLength: 500, examples: ['You are among the first who get in.'], ...options });
export const neededReferrals = () =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of referrals that the reward requires', examples: [3] });

export const rewardsSetting = Type.Array(
  Type.Object(
    {
      key: Type.String({ pattern: KEY_PATTERN, description: 'Name in the API', examples: ['early_access'] }),
      name: rewardName({ description: 'Name for people' }),
      text: Type.Optional(rewardText({ description: 'Description for people' })),
      referrals: neededReferrals(),
    },
    { additionalProperties: false },
  ),
  {
    default: [],
    maxItems: MAX_REWARDS,
    description:
      'Rewards for referrals. People see the next one and those that they have reached. A new reward is reached at once by people who have enough referrals, without email and webhook.',
  },
);
