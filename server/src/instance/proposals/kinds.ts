import type { CreateProposal, ProposedChange } from '@earshot/contract/instance/proposals/proposals';
import type { Scope } from '@earshot/contract/instance/scopes';
import type { ProposalKind } from '@earshot/contract/instance/values';
import type { Static, TObject } from 'typebox';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { Actor } from '../audit/audit.ts';
import type { Project } from '../projects/store.ts';

export type Change = Static<typeof ProposedChange>;

/** A question for the model, and how its answer becomes a change. */
interface Question<Answer extends TObject = TObject> {
  /** Task of the model, and the form of its answer. Contains no texts of users. */
  task: string;
  /** Records that the task is about. The model gets them as data. */
  data: object;
  /** Schema of the answer. */
  answer: Answer;
  /** Returns the proposed change. Null when the answer proposes nothing that was offered. */
  toChange: (answer: Static<Answer>) => Change | null;
}

/** Infers the type of the answer from its schema. */
export const ask = <Answer extends TObject>(question: Question<Answer>): Question => question;

/** A subject of a proposal. Without a question, nothing can be proposed. */
interface Preparation {
  /** TypeID of the record that the proposal is about. */
  subjectId: string | null;
  question?: Question | undefined;
}

/** Changes of one kind that a model can propose, declared by the service whose records change. */
export interface Proposer {
  kind: ProposalKind;
  /** Scope that a token requires to make, read and decide proposals of this kind. */
  scope: Scope;
  /** Reads what the model needs. @throws {HttpError} 400, 404 */
  prepare: (db: Db, project: Project, input: Static<typeof CreateProposal>) => Promise<Preparation>;
  /**
   * Makes the proposed change, as a member would, in the transaction of the decision. Returns the TypeID of the changed or created record.
   * @throws {HttpError} when the records changed since, which are then unchanged
   */
  accept: (
    tx: Transaction,
    proposal: { project: Project; subjectId: string | null; change: Change; actor: Actor },
  ) => Promise<string>;
}
