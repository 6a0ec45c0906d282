import type { FeedbackBoard } from '@earshot/sdk';
import { useRead } from '../api.ts';

/** Returns the boards of the project in their order. Empty while they load. */
export const useBoards = (): FeedbackBoard[] => useRead('GET /v1/feedback/boards', {}, { staleTime: 60_000 }).data?.data ?? [];
