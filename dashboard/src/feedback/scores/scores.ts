import { useRead } from '../../api.ts';

/** Prefix of the name of a score in the values of selects of orders. */
export const BY_SCORE = 'score:';

/** Returns the query of the scores of the project. */
export const useScoreList = () => useRead('GET /v1/feedback/scores', {}, { staleTime: 60_000 });

/** Returns the scores of the project. */
export const useScores = () => useScoreList().data?.data ?? [];
