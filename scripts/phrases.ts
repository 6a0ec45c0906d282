// Rejects phrases that plain English replaces: `npm run check:words`. CONTRIBUTING.md has the rules, cspell checks the spelling.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Phrase {
  pattern: RegExp;
  /** Replacement or rule, for the message. */
  use: string;
}

/** Phrases that no file may contain. */
const PHRASES: Phrase[] = [
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\be-mails?\b/i, use: 'email' },
  { pattern: /\bbeside\b/i, use: 'next to, alongside' },
  { pattern: /\bis there already\b|\bthere already\b/i, use: 'already' },
  { pattern: /\bof now\b/i, use: 'current' },
  { pattern: /\bby then\b/i, use: 'until then, at that time' },
  { pattern: /\bthat (?:is|are|was|were) there\b/i, use: 'existing, stored, or the noun' },
  { pattern: /\bwho(?:m)?ever\b/i, use: 'the noun: caller, reader, person' },
  { pattern: /\bmakes? (?:it |them )?void\b/i, use: 'invalidate' },
  { pattern: /\bsum(?:s|med)? up\b/i, use: 'roll up, aggregate' },
  { pattern: /\bsettled (?:days?|visits?)\b/i, use: 'finalized day, daily visit facts' },
  { pattern: /\b(?:gone|fresh|left|came) meanwhile\b|\bchanged meanwhile\b/i, use: 'version conflict, removed, added' },
  { pattern: /\bprolong/i, use: 'extend' },
  { pattern: /\b(?:of|is|are) (?:ours|theirs|its own kind)\b/i, use: 'the noun' },
  { pattern: /\bwhat (?:became|becomes) of\b|\bwhat became true\b/i, use: 'result, outcome, domain event' },
  { pattern: /\bTried and left\b/i, use: 'rejected' },
  { pattern: /\b(?:has|have) to have\b/i, use: 'requires' },
  { pattern: /\bin the place of\b/i, use: 'replace, instead of' },
  { pattern: /\bstands? (?:in|below|above|at|beside|on) (?:the|a|an|it|its|these|this|one|no)\b/i, use: 'is, appears' },
  { pattern: /\b(?:is|are|was|were) told of\b/i, use: 'is notified of' },
  { pattern: /\bwithout a word\b/i, use: 'without a response, silently' },
  { pattern: /\bwhat (?:is|was) summed\b/i, use: 'rollup' },
  { pattern: /\btaken? or refused?\b/i, use: 'accept or reject' },
];

/** Rules for comments alone. */
const IN_COMMENTS: Phrase[] = [
  {
    pattern: /^(?:What|Who|Whom|Whose|Whatever|Whoever|Whichever|Which|Where|How|Of|That|So)\b/,
    use: 'a comment that begins with a noun or a verb',
  },
  { pattern: /[.;:] (?:What|Whose|Whatever|Whoever|Whichever|Of|So) /, use: 'a sentence that begins with a noun' },
  { pattern: /\b(?:whatever|whichever)\b/i, use: 'any, every, regardless of' },
  { pattern: /\b(?:mend(?:s|ed|ing)?|alike)\b/i, use: 'correct, candidates' },
  { pattern: /\bjudge[sd]?\b/i, use: 'validate' },
  { pattern: /\b(?:mover|flusher)\b/i, use: 'forwarder, batch' },
  { pattern: /\bsettling\b/i, use: 'building rollups' },
  { pattern: /\b(?:goes|go|going) on\b/i, use: 'continue' },
  { pattern: /\bby (?:itself|themselves)\b/i, use: 'automatically, individually' },
  { pattern: /\bso many\b/i, use: 'the number' },
  { pattern: /\b(?:stranger|survivor)s?\b/i, use: 'untrusted, unverified, merge target' },
  { pattern: /\bany more\b/i, use: 'no longer, anymore' },
  { pattern: /\bcancell(?:ed|ing)\b/i, use: 'canceled, canceling' },
  { pattern: /\bat once\b/i, use: 'immediately, at the same time' },
  { pattern: /\bvouch/i, use: 'verify' },
];

/** Rules for titles of tests. */
const IN_TITLES: Phrase[] = [{ pattern: /^(?:what|who|whose|whoever)\b/i, use: 'a title that states the behavior' }];

/** Rules for identifiers. */
const IN_CODE: Phrase[] = [
  {
    pattern:
      /\b(?:const|let|function\*?|class|interface|type) \w*(?:[aA]like|[jJ]udge(?!ment)|[sS]tranger|[sS]ettled|[aA]new|[vV]ouch|[mM]eanwhile|[bB]eside|[aA]way(?![a-z]))/,
    use: 'similar, validate, outsider, finalized, unavailable, or the noun',
  },
  { pattern: /\bclass \w+(?<!Error) extends \w*Error\b/, use: 'a name that ends in Error' },
  { pattern: /\b(?:MOST|LONGEST)(?:_[A-Z_]+| =)/, use: 'MAX_…' },
  { pattern: /\b(?:LEAST|SHORTEST)(?:_[A-Z_]+| =)/, use: 'MIN_…' },
];

/** Rules for identifiers outside of tests. */
const IN_PRODUCT_CODE: Phrase[] = [
  {
    // Accessors of one property; everything else has a verb.
    pattern:
      /\b(?:const|function\*?) (?!(?:actor|caller|code|entryId|examples|id|isRow|message|project|projectId|session|signedIn|stem|target|user|visit)Of\b|asOf\b|parseOneOf\b)[a-z]\w*Of\b/,
    use: 'parse, build, render, find, to: …Of names the accessor of one property',
  },
];

const CHECKED = /\.(?:md|tsx?|js|css|html)$/;
/** Generated files, texts in other languages, sample documents of search tests, and this list. */
const IGNORED =
  /^(?:docs\/(?:licenses|sources)\.md|docs\/sdk\/.*|sdk\/src\/types\.ts|(?:dashboard|server|widgets)\/src\/(?:.*\/)?texts\/(?:common\/)?(?:ar|de|es|fr|ja|pt)(?:\/.*|\.ts)|server\/src\/knowledge-base\/fixtures\/.*|scripts\/phrases\.ts)$/;
/** Files whose strings are test data: only comments and titles of tests are checked. */
const HAS_TEST_DATA = /\.test\.ts$|\/fixtures\//;
const COMMENT = /(?:^|\s)(?:\/\/|\/\*\*?)\s+(.*)$|^\s*\*\s+(.*)$/;
const TEST_TITLE = /\btest\(\s*(['`])(.*?)\1,/;
const QUOTED_CODE = /`[^`]*`/g;
/** Exempts a line. The comment continues with the reason. */
const EXEMPTION = '// check:words ignore';

function findProblems(file: string): string[] {
  const isDocument = file.endsWith('.md');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.includes(EXEMPTION)) return [];
      const match = isDocument ? null : COMMENT.exec(line);
      const comment = (match?.[1] ?? match?.[2])?.replaceAll(QUOTED_CODE, '``');
      const code = line.slice(0, match?.index);
      const title = HAS_TEST_DATA.test(file) ? (TEST_TITLE.exec(line)?.[2] ?? '') : undefined;
      const text = `${title ?? code} ${comment ?? ''}`;
      const problems = [
        ...PHRASES.map((phrase) => ({ ...phrase, in: isDocument ? line.replaceAll(QUOTED_CODE, '``') : text })),
        ...(isDocument ? [] : IN_CODE.map((phrase) => ({ ...phrase, in: line }))),
        ...(isDocument || title !== undefined ? [] : IN_PRODUCT_CODE.map((phrase) => ({ ...phrase, in: line }))),
        ...(title === undefined ? [] : IN_TITLES.map((phrase) => ({ ...phrase, in: title }))),
        ...(comment === undefined ? [] : IN_COMMENTS.map((phrase) => ({ ...phrase, in: comment }))),
      ];
      return problems.flatMap(({ pattern, use, in: checked }) => {
        const found = pattern.exec(checked)?.[0].trim();
        return found === undefined ? [] : [`${file}:${index + 1}: "${found}": use ${use}`];
      });
    });
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => CHECKED.test(file) && !IGNORED.test(file));
const problems = files.flatMap(findProblems);
for (const problem of problems) console.error(problem);
if (problems.length) process.exitCode = 1;
