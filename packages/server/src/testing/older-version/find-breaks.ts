// What a step of the schema does to a process of the version before, by the catalogue before and after it: what that
// process reads, writes and infers conflicts by must still be there, and whatever it writes must still be accepted.
import type { Catalogue, CatalogueConstraint } from './read-catalogue.ts'

export interface StepObserved {
  readonly before: Catalogue
  readonly after: Catalogue
  /** Existing tables whose rows the step's transaction inserted, changed or deleted. */
  readonly written: readonly string[]
  /** Names of the indexes that are built beside writers before the step. */
  readonly beside: readonly string[]
}

/** Tables that grow with use. Changing their rows in a step holds locks for as long as there are rows. */
export const growingTables: ReadonlySet<string> = new Set([
  'public.account_close',
  'public.account_close_line',
  'public.account_movement',
  'public.account_point',
  'public.account_statement_line',
  'public.account_transaction',
  'public.alert_firing',
  'public.audit_log',
  'public.broker_order',
  'public.broker_order_status',
  'public.daily_bar',
  'public.fund_close',
  'public.fund_entry',
  'public.fund_fee_line',
  'public.fund_movement',
  'public.idempotency_key',
  'public.journal_trade',
  'public.minute_bar',
  'public.notification',
  'public.notification_delivery',
  'public.order_request',
  'public.outgoing_message',
  'public.push_message',
  'public.session',
  'public.web_push_delivery',
  'public.webhook_attempt',
  'public.webhook_delivery',
])

/** Returns one sentence for each thing that an older version cannot live with; empty for a step that only adds. */
export function findBreaks({ before, after, written, beside }: StepObserved): string[] {
  const breaks: string[] = []
  const isOld = (table: string): boolean => before.tables.has(table) && after.tables.has(table)
  const isNewColumn = (table: string, column: string): boolean => !before.columns.has(`${table}.${column}`)

  for (const [name, { kind, file }] of before.tables) {
    const now = after.tables.get(name)
    if (now === undefined) breaks.push(`drops or renames ${name}`)
    else if (now.kind !== kind) breaks.push(`turns ${name} into something else`)
    else if (now.file !== file) breaks.push(`rewrites ${name}, and nobody can read it meanwhile`)
  }
  for (const name of before.functions) if (!after.functions.has(name)) breaks.push(`drops the function ${name}`)

  for (const [key, was] of before.columns) {
    if (!isOld(was.table)) continue
    const now = after.columns.get(key)
    if (now === undefined) breaks.push(`drops or renames ${key}`)
    else if (now.type !== was.type) breaks.push(`changes the type of ${key} from ${was.type} to ${now.type}`)
    else if (now.isRequired && !was.isRequired) breaks.push(`no longer takes null in ${key}`)
    else if (now.isRequired && was.hasValue && !now.hasValue) breaks.push(`takes the default away from ${key}`)
    else if (now.isGenerated && !was.isGenerated) breaks.push(`generates ${key}, which can then not be written`)
  }
  for (const [key, now] of after.columns)
    if (isOld(now.table) && !before.columns.has(key) && now.isRequired && !now.hasValue)
      breaks.push(`adds ${key}, which is not null and has no default`)

  for (const [key, was] of before.constraints)
    if (isOld(was.table) && !after.constraints.has(key) && (was.kind === 'u' || was.kind === 'p'))
      breaks.push(`drops ${key}, by which an older version may resolve conflicts`)
  for (const [key, now] of after.constraints) {
    if (!isOld(now.table)) continue
    const was = before.constraints.get(key)
    if (was?.definition === now.definition) continue
    // Rows of a writer that does not know the columns have their defaults, which the step itself had to pass.
    if (now.columns.length > 0 && now.columns.every((column) => isNewColumn(now.table, column))) continue
    if (was !== undefined && accepts(now, was)) continue
    breaks.push(
      was === undefined
        ? `adds ${key}, which rows of an older version may not pass`
        : `changes ${key}, which rows of an older version may not pass`,
    )
  }

  for (const [key, was] of before.indexes)
    if (isOld(was.table) && was.isUnique && !after.indexes.has(key) && !before.constraints.has(key))
      breaks.push(`drops ${key}, by which an older version may resolve conflicts`)
  for (const [key, now] of after.indexes) {
    if (!isOld(now.table) || before.indexes.get(key)?.definition === now.definition) continue
    if (!now.isValid) breaks.push(`leaves ${key} invalid`)
    const isOfNewColumns = now.columns.length > 0 && now.columns.every((column) => isNewColumn(now.table, column))
    if (now.isUnique && !isOfNewColumns && !after.constraints.has(key))
      breaks.push(`adds ${key}, which rows of an older version may not pass`)
    if (!now.isUnique && !beside.includes(now.name))
      breaks.push(`builds ${key} while writers of ${now.table} wait: list it in the step's \`indexes\``)
    if (now.isUnique && isOfNewColumns && growingTables.has(now.table))
      breaks.push(`builds ${key} while writers of ${now.table} wait`)
  }

  for (const table of written)
    if (growingTables.has(table))
      breaks.push(`changes rows of ${table} in one transaction: leave that to a job, in batches`)
  return breaks
}

/**
 * Whether a check that lists values still takes all that the earlier one took: `in ('A', 'B', 'C')` after `in ('A',
 * 'B')`. Anything else than more values is not understood and refused.
 */
function accepts(now: CatalogueConstraint, was: CatalogueConstraint): boolean {
  const literal = /'(?:[^']|'')*'(?:::\w+(?: \w+)*)?/g
  const form = (text: string): string => text.replaceAll(literal, '?').replaceAll(/\?(?:, \?)*/g, '?')
  const values = new Set(now.definition.match(literal) ?? [])
  return (
    now.kind === 'c' &&
    was.kind === 'c' &&
    form(now.definition) === form(was.definition) &&
    (was.definition.match(literal) ?? []).every((value) => values.has(value))
  )
}
