import { parseAst } from 'rolldown/parseAst';

/** A small fault: a replacement of the code between two offsets. */
export interface Mutant {
  /** Path relative to `server/src`. */
  source: string;
  line: number;
  start: number;
  end: number;
  replacement: string;
  operator: string;
}

/** A node of the syntax tree (ESTree with TypeScript), with the fields that the operators read. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

type Add = (operator: string, at: { start: number; end: number }, replacement: string) => void;
type Operator = (node: Node, text: (node: Node) => string, add: Add) => void;

const COMPARISONS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
/** Methods whose calls can be replaced by the object that they are called on. */
const TRANSPARENT = new Set(['filter', 'toLowerCase', 'toUpperCase', 'trim', 'toSorted', 'toReversed', 'slice', 'normalize']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const isText = (node: Node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

const negate: Operator = (node, text, add) => {
  if (!['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(node.type)) return;
  const test = node.test as Node;
  add('negate condition', test, `!(${text(test)})`);
  add('condition is false', test, 'false');
  if (node.type !== 'WhileStatement') add('condition is true', test, 'true');
};

const logical: Operator = (node, text, add) => {
  if (node.type !== 'LogicalExpression') return;
  const [left, right] = [text(node.left as Node), text(node.right as Node)];
  if (node.operator === '??') {
    add('drop the fallback', node, `(${left})`);
    return;
  }
  add('swap && and ||', node, `((${left}) ${node.operator === '&&' ? '||' : '&&'} (${right}))`);
  add('drop the left operand', node, `(${right})`);
  add('drop the right operand', node, `(${left})`);
};

const binary: Operator = (node, text, add) => {
  if (node.type !== 'BinaryExpression') return;
  const [left, right] = [node.left as Node, node.right as Node];
  const operator = node.operator as string;
  const compared = COMPARISONS[operator];
  if (compared) add('compare otherwise', node, `(${text(left)} ${compared} ${text(right)})`);
  const calculated = ARITHMETIC[operator];
  if (calculated && !isText(left) && !isText(right))
    add('calculate otherwise', node, `(${text(left)} ${calculated} ${text(right)})`);
};

const unary: Operator = (node, text, add) => {
  if (node.type === 'UnaryExpression' && node.operator === '!')
    add('drop the negation', node, `!!(${text(node.argument as Node)})`);
};

const constants: Operator = (node, _text, add) => {
  if (node.type !== 'Literal') return;
  if (typeof node.value === 'boolean') add('flip a boolean', node, String(!node.value));
  if (typeof node.value === 'number')
    add('change a number', node, node.value === 0 ? '1' : node.value < 10 ? String(node.value + 1) : '0');
};

const statements: Operator = (node, text, add) => {
  if (node.type === 'ExpressionStatement' && !isText(node.expression as Node)) add('remove a statement', node, ';');
  if (node.type === 'ThrowStatement') add('remove a throw', node, ';');
  if (node.type === 'ReturnStatement' && isNode(node.argument)) {
    if (node.argument.type === 'Literal' || text(node.argument) === 'undefined') return;
    add('return nothing', node.argument, node.argument.type === 'ArrayExpression' ? '[]' : 'undefined');
  }
  if (node.type === 'ArrayExpression' && (node.elements as unknown[]).length) add('empty an array', node, '[]');
};

const calls: Operator = (node, text, add) => {
  const callee = node.callee as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.computed) return;
  const property = callee.property as Node;
  const name = text(property);
  const other = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (other) add(`${name} becomes ${other}`, property, other);
  if (TRANSPARENT.has(name)) add(`drop .${name}()`, { start: (callee.object as Node).end, end: node.end }, '');
};

/** Faults of SQL in template strings. Expressions in a removed fragment are removed, too. */
const SQL_FAULTS: [operator: string, pattern: RegExp, replacement: string][] = [
  ['drop the project from SQL', /(?:\w+\.)?project_id = \$\{[\w.]+\}(?: AND)?/g, ''],
  [
    'drop a condition from SQL',
    /\bAND (?!\$\{)[\w.]+ (?:=|<>|<=?|>=?|IS NULL|IS NOT NULL|IN)(?: (?:\$\{[\w.]+\}(?:::\w+)?|'[^']*'|[\w.]+))?(?=\s)/g,
    '',
  ],
  ['drop a lock from SQL', /\bFOR (?:NO KEY )?UPDATE\b/g, ''],
  ['order otherwise in SQL', / DESC\b/g, ' ASC'],
  ['compare otherwise in SQL', / <= (?=\$\{)/g, ' < '],
  ['compare otherwise in SQL', / >= (?=\$\{)/g, ' > '],
  ['compare otherwise in SQL', / < (?=\$\{)/g, ' <= '],
  ['compare otherwise in SQL', / > (?=\$\{)/g, ' >= '],
  ['swap AND and OR in SQL', / OR /g, ' AND '],
];

const sqlTexts: Operator = (node, text, add) => {
  if (node.type !== 'TemplateLiteral') return;
  const content = text(node);
  if (!/\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND)\b/.test(content)) return;
  for (const [operator, pattern, replacement] of SQL_FAULTS)
    for (const {
      0: { length },
      index,
    } of content.matchAll(pattern))
      add(operator, { start: node.start + index, end: node.start + index + length }, replacement);
};

const OPERATORS = [negate, logical, binary, unary, constants, statements, calls, sqlTexts];

/** Returns all mutants of a source. Some may be invalid code: see `isValid`. */
export function findMutants(source: string, code: string): Mutant[] {
  const mutants: Mutant[] = [];
  const text = (node: Node) => code.slice(node.start, node.end);
  const add: Add = (operator, { start, end }, replacement) => {
    if (code.slice(start, end) === replacement) return;
    const line = code.slice(0, start).split('\n').length;
    mutants.push({ source, line, start, end, replacement, operator });
  };
  const visit = (node: Node) => {
    // Types do not exist at runtime.
    if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSNonNullExpression') return;
    if (node.type === 'ImportDeclaration') return;
    for (const operator of OPERATORS) operator(node, text, add);
    for (const [field, value] of Object.entries(node)) {
      if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node);
  return mutants;
}

/** Returns the code with the fault. */
export const apply = (code: string, { start, end, replacement }: Mutant): string =>
  code.slice(0, start) + replacement + code.slice(end);

export function isValid(code: string): boolean {
  try {
    parseAst(code, { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}
