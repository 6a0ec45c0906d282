import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodePostings, encodePostings, type Hit, MAX_POSITION, roundLength, toChunkNumber } from '../index/postings.ts';
import { combineAll, saturate, type ScoredChunks, scoreTerm, scoreTermAmong, selectReachable } from './scoring.ts';

const statistics = { chunks: 1_000, averageLength: 130 };
/** Chunk numbers close to each other and far apart, sorted. */
const chunks = fc
  .uniqueArray(
    fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 3 })),
      fc.tuple(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: MAX_POSITION })),
    ),
    { selector: String, maxLength: 1_200 },
  )
  .map((list) => list.map(([document, position]) => toChunkNumber(document, position)).toSorted((a, b) => a - b));
const byte = fc.integer({ min: 1, max: 255 });
const postings = fc
  .tuple(chunks, fc.array(byte, { minLength: 1, maxLength: 9 }), fc.array(fc.integer({ min: 0, max: 1_100 }), { minLength: 1 }))
  .map(([numbers, weights, lengths]) =>
    numbers.map((chunk, at) => ({
      chunk,
      weight: weights[at % weights.length] as number,
      length: lengths[at % lengths.length] as number,
    })),
  );
const toHits = (scored: ScoredChunks): Hit[] =>
  Array.from(scored.chunks, (chunk, at) => ({ chunk, score: scored.scores[at] as number }));

test('terms are scored with BM25, in all chunks or among some', () => {
  fc.assert(
    fc.property(postings, fc.infiniteStream(fc.boolean()), (list, isWanted) => {
      const blocks = encodePostings(list);
      assert.deepEqual(
        blocks.flatMap(({ bytes }) => decodePostings(bytes)),
        list.map((posting) => ({ ...posting, length: roundLength(posting.length) })),
      );
      const term = { blocks, weight: 2.5, statistics };
      const expected = list.map(({ chunk, weight, length }) => ({
        chunk,
        score: Math.fround(2.5 * saturate(weight, roundLength(length), statistics)),
      }));
      assert.deepEqual(toRounded(toHits(scoreTerm(term))), toRounded(expected));
      const among = expected.filter(() => isWanted.next().value);
      const others = among.map(({ chunk }) => chunk + 1);
      const wanted = Float64Array.from(new Set([...among.map(({ chunk }) => chunk), ...others])).toSorted();
      const found = expected.filter(({ chunk }) => wanted.includes(chunk));
      assert.deepEqual(toRounded(toHits(scoreTermAmong(term, wanted))), toRounded(found));
    }),
    { numRuns: 50 },
  );
});

/** The order of operations may change the last digit of a 32-bit number. */
const toRounded = (hits: Hit[]) => hits.map(({ chunk, score }) => [chunk, score.toPrecision(5)]);

test('lists are combined by chunk, in the order of chunks', () => {
  fc.assert(
    fc.property(fc.array(chunks, { maxLength: 6 }), fc.constantFrom('sum' as const, 'max' as const), (lists, combination) => {
      const scored = lists.map((numbers, at) => ({
        chunks: Float64Array.from(numbers),
        // Whole numbers, whose sums have no rounding errors.
        scores: Float32Array.from(numbers, (chunk) => 1 + ((chunk + at) % 7)),
      }));
      const expected = new Map<number, number>();
      for (const { chunk, score } of scored.flatMap(toHits)) {
        const other = expected.get(chunk) ?? 0;
        expected.set(chunk, combination === 'sum' ? other + score : Math.max(other, score));
      }
      assert.deepEqual(
        toHits(combineAll(scored, combination)),
        Array.from(expected, ([chunk, score]) => ({ chunk, score })).toSorted((a, b) => a.chunk - b.chunk),
      );
    }),
    { numRuns: 100 },
  );
});

test('terms and lists are combined as if the terms were scored first', () => {
  fc.assert(
    fc.property(fc.array(postings, { maxLength: 4 }), fc.constantFrom('sum' as const, 'max' as const), (lists, combination) => {
      const terms = lists.map((list, at) => ({ blocks: encodePostings(list), weight: 1 + at, statistics }));
      const expected = toHits(combineAll(terms.map(scoreTerm), combination));
      const mixed = terms.map((term, at) => (at % 2 ? term : scoreTerm(term)));
      assert.deepEqual(toHits(combineAll(mixed, combination)), expected);
    }),
    { numRuns: 50 },
  );
});

test('hits that may not be dropped are those that can still be among the best', () => {
  const best = (hits: Hit[], limit: number) => hits.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, limit);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 60, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (scores, added, limit) => {
        const hits = best(
          scores.map((score, chunk) => ({ chunk, score })),
          scores.length,
        );
        const add = ({ chunk, score }: Hit) => ({ chunk, score: score + (added[chunk] as number) });
        const reachable = selectReachable(hits, { limit, maxAdded: 6 });
        assert.deepEqual(best(reachable.map(add), limit), best(hits.map(add), limit));
      },
    ),
  );
  const hits = [9, 8, 7, 2, 1].map((score, chunk) => ({ chunk, score }));
  assert.deepEqual(selectReachable(hits, { limit: 2, maxAdded: 3 }), hits.slice(0, 3));
  assert.deepEqual(selectReachable(hits, { limit: 6, maxAdded: 3 }), hits);
});
