// Statements that are built and compiled once, and run with other values each time. The query builder takes 0.1 to 0.5
// ms for a statement of several parts, which is much of what a call costs that is made again and again (decision 0131).
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'
import type { Trx } from '../kernel/transaction.ts'
import type { Db } from './connect.ts'
import { toPartRows, togetherStatement, type PartRows, type Parts } from './read-together.ts'
import { longestPreparedText } from './statement-names.ts'
import type { Tables } from './tables.ts'

/** Compiles without a connection. */
const compiler: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Stands for a value while a statement is built. It can only become a parameter: a statement must not depend on what
 * its values are, or it would be the statement of the first values for all others.
 */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** The driver sends objects as JSON. */
  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has a value only when the statement runs. Compute what is made of it before.`)
  }
}

const placeholders = <Values extends object>(): Values =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a placeholder for each value, whatever its type
  new Proxy(
    {},
    {
      get: (_values, name) => new Placeholder(String(name)),
      ownKeys: () => {
        throw new Error('The values of a compiled statement are taken one by one.')
      },
    },
  ) as Values

interface Compilable<Row> {
  compile(executor: Db): CompiledQuery<Row>
}

/** Runs a compiled statement. */
type CompiledSelect<Values, Row> = (db: Db | Trx, values: Values) => Promise<Row[]>

/**
 * Returns a select that is compiled at its first use. `build` gets a placeholder for each value and must give the same
 * statement whatever the values are; a comparison with null or undefined is not noticed, and belongs in the SQL. A list
 * is one value, and is compared with `= any(...)`. `const findNames = compileSelect((db, { ownerId }: { ownerId:
 * string }) => db.selectFrom('member').select('last_name').where('owner_id', '=', ownerId))`, then
 * `await findNames(db, { ownerId })`.
 */
export function compileSelect<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): CompiledSelect<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= preparable(build(compiler, placeholders<Values>()).compile(compiler))
    const { rows } = await db.executeQuery(withValues(compiled, values))
    return rows
  }
}

/** What `readTogether` reads. */
interface TogetherParts<Given extends Parts> {
  readonly parts: Given
  readonly shared?: Readonly<Record<string, RawBuilder<unknown>>>
}

/** Returns a `readTogether` that is compiled at its first use, as `compileSelect` does. */
export function compileTogether<Values extends object, Given extends Parts>(
  build: (db: Db, values: Values) => TogetherParts<Given>,
): (db: Db | Trx, values: Values) => Promise<PartRows<Given>> {
  let made: { readonly parts: Given; readonly compiled: CompiledQuery<Record<string, unknown[][] | null>> } | undefined
  return async (db, values) => {
    if (made === undefined) {
      const { parts, shared } = build(compiler, placeholders<Values>())
      made = { parts, compiled: preparable(togetherStatement(parts, shared).compile(compiler)) }
    }
    const { rows } = await db.executeQuery(withValues(made.compiled, values))
    return toPartRows(made.parts, rows[0])
  }
}

/** PostgreSQL would plan a longer text at each call, which costs more than it saves to compile it once. */
function preparable<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  if (compiled.sql.length > longestPreparedText)
    throw new Error(`A statement of ${compiled.sql.length} characters is too long to be prepared.`)
  return compiled
}

/** Returns the statement with these values in place of the placeholders. */
function withValues<Row>(compiled: CompiledQuery<Row>, values: object): CompiledQuery<Row> {
  const parameters = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler has checked the values
    const value = (values as Readonly<Record<string, unknown>>)[parameter.name]
    if (value === undefined) throw new Error(`The statement needs a value for "${parameter.name}".`)
    return value
  })
  return { ...compiled, parameters }
}
