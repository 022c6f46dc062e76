// Several selects in one statement, each answered with its rows as if it had run alone. They see one snapshot, also
// where the transaction gives each statement its own (decision 0126).
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../kernel/transaction.ts'
import type { Db } from './connect.ts'

/** How a column travels. Whatever the driver gives as text travels as text: no amount passes through a JSON number. */
type KindOf<Value> = Value extends string
  ? 'text'
  : Value extends bigint
    ? 'bigint'
    : Value extends number
      ? 'number'
      : Value extends boolean
        ? 'boolean'
        : Value extends Date
          ? 'instant'
          : 'json'

type Kind = 'text' | 'bigint' | 'number' | 'boolean' | 'instant' | 'json'

/** Every column of a row with the kind that its type has; another kind, or a column too few, does not compile. */
export type ColumnKinds<Row> = { readonly [Column in keyof Row]-?: KindOf<NonNullable<Row[Column]>> }

/** A select, and what its columns are. */
export interface Part<Row> {
  readonly query: RawBuilder<unknown>
  readonly columns: readonly (readonly [name: string, kind: Kind])[]
  /** Where it is false the part has no rows and is not read; without a condition it is always read. */
  readonly isWanted?: RawBuilder<boolean>
  /** Never set; it carries the type of a row. */
  readonly row?: Row
}

interface Select<Row> {
  execute(): Promise<Row[]>
}

/**
 * Returns a part of `readTogether`. The columns are named once more with their kinds, which the compiler checks against
 * the query: `part(db.selectFrom('fund_expense').select(['id', 'amount_cents']), { id: 'text', amount_cents: 'bigint'
 * })`.
 */
export function part<Row extends object>(query: Select<Row>, columns: ColumnKinds<Row>): Part<Row> {
  return rawPart(sql`${query}`, columns)
}

/** Returns the same for handwritten SQL, whose row type is what its writer says. */
export function rawPart<Row extends object>(query: RawBuilder<unknown>, columns: ColumnKinds<Row>): Part<Row> {
  return { query, columns: Object.entries<Kind>(columns) }
}

/**
 * Returns the parts of a `readTogether` that are read only where the condition is true, which must not depend on their
 * rows: `partsWhen(sql<boolean>`(select is_changed from seen)`, parts)`.
 */
export const partsWhen = <Given extends Parts>(isWanted: RawBuilder<boolean>, parts: Given): Given =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part remains under its name
  Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, { ...one, isWanted }])) as unknown as Given

/** Runs one part as a statement of its own. */
export async function readPart<Row extends object>(db: Db | Trx, one: Part<Row>): Promise<Row[]> {
  const { rows } = await selectPart(one).execute(db)
  return rows
}

/** Returns one part as a statement of its own, for `compileSelect`. */
export const selectPart = <Row extends object>({ query }: Part<Row>): RawBuilder<Row> => sql<Row>`${query}`

/** Parts of a statement by the name of their rows. */
export type Parts = Readonly<Record<string, Part<object>>>

/** The rows of each part, under its name. */
export type PartRows<Given extends Parts> = {
  readonly [Name in keyof Given]: Given[Name] extends Part<infer Row> ? Row[] : never
}

/**
 * Runs the parts as one statement and returns the rows of each, in the order of its query:
 * `const { entries, closes } = await readTogether(db, { entries: entriesPart, closes: closesPart })`. `shared` names
 * queries that several parts select from; each runs once.
 */
export async function readTogether<Given extends Parts>(
  db: Db | Trx,
  parts: Given,
  shared: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<PartRows<Given>> {
  const { rows } = await togetherStatement(parts, shared).execute(db)
  return toPartRows(parts, rows[0])
}

/** The statement of `readTogether`; `toPartRows` reads its row. */
export function togetherStatement(
  parts: Parts,
  shared: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<Record<string, unknown[][] | null>> {
  const bases = Object.entries(shared).map(([name, query]) => sql`${sql.id(name)} as materialized (${query})`)
  const selected = Object.entries(parts).map(([name, one]) => sql`${cellOfPart(one)} as ${sql.id(name)}`)
  return sql`${bases.length === 0 ? sql`` : sql`with ${sql.join(bases)}`} select ${sql.join(selected)}`
}

/** Returns the rows of each part from the row of `togetherStatement`. */
export const toPartRows = <Given extends Parts>(
  parts: Given,
  found: Readonly<Record<string, unknown[][] | null>> | undefined,
): PartRows<Given> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `part` has checked each kind against its row
  Object.fromEntries(
    Object.entries(parts).map(([name, { columns }]) => [
      name,
      (found?.[name] ?? []).map((cells) => toRow(columns, cells)),
    ]),
  ) as PartRows<Given>

/** PostgreSQL does not run the subquery of a case that does not apply. */
const cellOfPart = (one: Part<object>): RawBuilder<unknown> =>
  one.isWanted ? sql`case when ${one.isWanted} then (${rowsOf(one)}) end` : sql`(${rowsOf(one)})`

const rowsOf = ({ query, columns }: Part<object>): RawBuilder<unknown> =>
  sql`select json_agg(json_build_array(${sql.join(columns.map(([name, kind]) => cellOf(sql.ref(`p.${name}`), kind)))}))
    from (${query}) p`

function cellOf(column: RawBuilder<unknown>, kind: Kind): RawBuilder<unknown> {
  switch (kind) {
    case 'text':
    case 'bigint':
      return sql`${column}::text`
    case 'instant':
      // Milliseconds, cut off as the driver does.
      return sql`floor(extract(epoch from ${column}) * 1000)::float8`
    case 'number':
    case 'boolean':
    case 'json':
      return column
  }
}

function toRow(columns: Part<object>['columns'], cells: readonly unknown[]): object {
  const row: Record<string, unknown> = {}
  for (const [index, [name, kind]] of columns.entries()) row[name] = toValue(cells[index], kind)
  return row
}

function toValue(cell: unknown, kind: Kind): unknown {
  if (cell === null) return null
  if (kind === 'bigint' && typeof cell === 'string') return BigInt(cell)
  if (kind === 'instant' && typeof cell === 'number') return new Date(cell)
  return cell
}
