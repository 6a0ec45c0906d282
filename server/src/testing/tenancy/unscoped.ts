import { parseSync } from 'libpg-query';

/** A node of the syntax tree of PostgreSQL, as libpg_query returns it (protobuf/pg_query.proto): `{ SelectStmt: { … } }`. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const inner = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((at, name) => nodes(at?.[name])[0], node);
const toText = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
const text = (node: Node | undefined): string => toText(inner(node, 'String')?.sval);

/** Stands for values of known projects: parameters, rows of a WITH clause or a function, and columns of an outer query. */
const VALUE = '';
/** Kinds of nodes with sources and conditions. The queries of a UNION are `larg` and `rarg`. */
const QUERIES = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'larg', 'rarg']);
const COMPARISONS = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_NOT_DISTINCT']);

/** A source of a query: a table, a subquery, or something else. */
type Source = { table: string } | { subquery: Node } | undefined;

/**
 * Returns the tables whose rows a statement reads, updates or deletes in all projects: no equality of their `project_id`, or of the id of
 * `projects`, leads to a value. A query with conditions that returns nothing but `project_id` finds the project, and is left out.
 * @param tables tables with a column `project_id`
 * @throws if PostgreSQL would reject the syntax
 */
export function findUnscopedTables(statement: string, tables: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  /** Positions of the columns of subqueries that the query around them compares with a value. */
  const compared = new Map<Node, Set<number>>();
  visit(parseSync(statement), new Set());
  return [...found];

  /** Visits queries with the names of the WITH clauses that they may use. */
  function visit(value: unknown, outer: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const item of value) visit(item, outer);
    if (!isNode(value)) return;
    const names = addClauses(value, outer);
    // A column of a UNION is that of each of its queries.
    const positions = compared.get(value);
    if (positions) for (const query of [...nodes(value.larg), ...nodes(value.rarg)]) compared.set(query, positions);
    for (const [kind, item] of Object.entries(value)) {
      if (QUERIES.has(kind) && isNode(item)) for (const table of check(item, addClauses(item, names))) found.add(table);
      visit(item, names);
    }
  }

  function check(query: Node, names: ReadonlySet<string>): string[] {
    if (findsProject(query)) return [];
    const sources = new Map<string, Source>();
    const conditions: unknown[] = [query.whereClause, query.joinCondition];
    const joined: string[][] = [];
    for (const from of [...nodes(query.fromClause), ...nodes(query.usingClause), ...nodes(query.sourceRelation)]) addSource(from);
    if (isNode(query.relation)) addTable(query.relation, new Set());

    const groups = createGroups(new Map([VALUE, ...sources.keys()].map((name) => [name, name])));
    for (const [name, source] of sources) if (!source || isOfInstance(source)) groups.join(name, VALUE);
    for (const [first, ...others] of joined) for (const other of others) groups.join(first as string, other);
    for (const position of compared.get(query) ?? [])
      for (const name of findOwners(inner(nodes(query.targetList)[position], 'ResTarget')?.val)) groups.join(name, VALUE);
    for (const condition of conditions) addEqualities(condition, groups);
    for (const [name, source] of sources) {
      if (!source || !('subquery' in source)) continue;
      if (groups.areJoined(name, VALUE)) compared.set(source.subquery, new Set(findOutputs(source.subquery).values()));
      // The tables of the subquery are checked on their own.
      groups.join(name, VALUE);
    }
    return [...sources].flatMap(([name, source]) =>
      source && 'table' in source && tables.has(source.table) && !groups.areJoined(name, VALUE) ? source.table : [],
    );

    function addSource(from: Node): void {
      const table = inner(from, 'RangeVar');
      const join = inner(from, 'JoinExpr');
      const subquery = inner(from, 'RangeSubselect', 'subquery', 'SelectStmt');
      const alias = inner(Object.values(from).find(isNode), 'alias')?.aliasname;
      if (table) addTable(table, names);
      else if (join) {
        const before = new Set(sources.keys());
        for (const side of [...nodes(join.larg), ...nodes(join.rarg)]) addSource(side);
        if (nodes(join.usingClause).some((column) => text(column) === 'project_id'))
          joined.push(
            [...sources].flatMap(([name, source]) =>
              before.has(name) || (source && !isProject(source, 'project_id')) ? [] : name,
            ),
          );
        conditions.push(join.quals);
      } else sources.set(toText(alias, `?${sources.size}`), toSource(subquery));
    }

    function addTable(table: Node, clauses: ReadonlySet<string>): void {
      const name = toText(table.relname);
      sources.set(toText(inner(table, 'alias')?.aliasname, name), clauses.has(name) ? undefined : { table: name });
    }

    /** Joins the sources whose equality a condition requires. Skips negations; of alternatives, each must compare a source with a value. */
    function addEqualities(value: unknown, into: Groups): void {
      if (Array.isArray(value)) for (const item of value) addEqualities(item, into);
      if (!isNode(value) || value.SelectStmt) return;
      const logic = inner(value, 'BoolExpr');
      if (logic?.boolop === 'NOT_EXPR') return;
      if (logic?.boolop === 'OR_EXPR') {
        const alternatives = nodes(logic.args).map((alternative) => {
          const copy = into.copy();
          addEqualities(alternative, copy);
          return copy;
        });
        for (const name of sources.keys()) if (alternatives.every((copy) => copy.areJoined(name, VALUE))) into.join(name, VALUE);
        return;
      }
      const comparison = inner(value, 'A_Expr');
      const membership = inner(value, 'SubLink', 'testexpr');
      if (comparison && COMPARISONS.has(toText(comparison.kind)) && nodes(comparison.name).some((name) => text(name) === '=')) {
        const [left, right] = [findOwners(comparison.lexpr), findOwners(comparison.rexpr)];
        for (const [index, one] of left.entries()) into.join(one, right[index] ?? VALUE);
        for (const other of right.slice(left.length)) into.join(other, VALUE);
      }
      if (membership) for (const one of findOwners(membership)) into.join(one, VALUE);
      for (const item of Object.values(value)) addEqualities(item, into);
    }

    /** Returns the source of each part of a side of a comparison: that of a column with the project, or VALUE. A row has several parts. */
    function findOwners(side: unknown): string[] {
      const [node] = nodes(side);
      const row = inner(node, 'RowExpr');
      if (row) return nodes(row.args).flatMap(findOwners);
      const [column = '', qualifier] = parseName(node).toReversed();
      const candidates = qualifier === undefined ? [...sources.keys()] : [qualifier];
      return [candidates.find((name) => isProject(sources.get(name), column)) ?? VALUE];
    }

    /** Returns whether a source is a table without projects. */
    function isOfInstance(source: Exclude<Source, undefined>): boolean {
      return 'table' in source && source.table !== 'projects' && !tables.has(source.table);
    }

    function isProject(source: Source, column: string): boolean {
      if (!source) return false;
      if ('subquery' in source) return findOutputs(source.subquery).has(column);
      return source.table === 'projects' ? column === 'id' : column === 'project_id' && tables.has(source.table);
    }
  }
}

/** Adds the names of the WITH clause of a query. */
function addClauses(query: Node, names: ReadonlySet<string>): ReadonlySet<string> {
  const clauses = nodes(inner(query, 'withClause')?.ctes).map((clause) => toText(inner(clause, 'CommonTableExpr')?.ctename));
  return clauses.length ? new Set([...names, ...clauses]) : names;
}

/** Returns the positions of the columns of a subquery that are `project_id` of a table, by name. */
function findOutputs(subquery: Node): Map<string, number> {
  const [first] = nodes(subquery.larg);
  if (first) return findOutputs(first);
  const targets = nodes(subquery.targetList).map((target) => inner(target, 'ResTarget'));
  return new Map(
    targets.flatMap((target, position) => {
      const column = parseName(nodes(target?.val)[0]).at(-1);
      return column === 'project_id' ? [[toText(target?.name, column), position] as const] : [];
    }),
  );
}

/** Returns the source of a subquery. One with the rows of all projects is like the table `projects`: an equality of its `id` names the project. */
function toSource(subquery: Node | undefined): Source {
  if (!subquery) return undefined;
  const isOfProjects = nodes(subquery.fromClause).some((from) => inner(from, 'RangeVar')?.relname === 'projects');
  if (isOfProjects && !subquery.whereClause) return { table: 'projects' };
  return findOutputs(subquery).size ? { subquery } : undefined;
}

/** Returns the parts of the name of a column, such as `e` and `title`, also of a cast column. Empty for other expressions. */
const parseName = (node: Node | undefined): string[] =>
  nodes(inner(inner(node, 'TypeCast', 'arg') ?? node, 'ColumnRef')?.fields).map(text);

/** Returns whether a query with a condition returns nothing but the project. */
function findsProject(query: Node): boolean {
  if (query.relation || !query.whereClause) return false;
  const targets = nodes(query.targetList).map((target) => parseName(inner(target, 'ResTarget', 'val')));
  return targets.length === 1 && targets[0]?.at(-1) === 'project_id';
}

interface Groups {
  join: (one: string, other: string) => void;
  areJoined: (one: string, other: string) => boolean;
  copy: () => Groups;
}

function createGroups(parents: Map<string, string>): Groups {
  const findRoot = (name: string): string => (parents.get(name) === name ? name : findRoot(parents.get(name) ?? VALUE));
  return {
    join: (one, other) => void parents.set(findRoot(one), findRoot(other)),
    areJoined: (one, other) => findRoot(one) === findRoot(other),
    copy: () => createGroups(new Map(parents)),
  };
}
