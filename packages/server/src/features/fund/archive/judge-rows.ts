// Judges the rows of an uploaded export. They may only be about its own accounts, members and records: a row that names
// anything else in this installation would reach into other people's books.
import { z } from 'zod'
import type { ArchiveDescription } from './archive-format.ts'
import type { ArchivedTable } from './archived-tables.ts'
import { unreadable } from './open-archive.ts'

const Row = z.record(z.string(), z.unknown())
type Row = z.output<typeof Row>

export interface RowJudge {
  /** Returns the rows of a table; throws `archiveUnreadable` at the first that is out of place. */
  rows(table: ArchivedTable, lines: readonly string[]): readonly Row[]
  /** Returns the rows of the accounts, each of which the description names once. */
  accounts(lines: readonly string[]): readonly Row[]
}

export function createRowJudge({ fundId, accountIds, memberIds, tables }: ArchiveDescription): RowJudge {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const accounts = new Set<unknown>(accountIds)
  const members = new Set<unknown>(memberIds)
  const records = new Set<unknown>()

  const parse = (table: string, line: string): Row => {
    const columns = columnsOf.get(table)
    const row = Row.safeParse(parseLine(line))
    if (!row.success) throw outOfPlace(table)
    if (columns === undefined || Object.keys(row.data).some((column) => !columns.has(column))) throw outOfPlace(table)
    return row.data
  }
  const areWithin = (row: Row, columns: readonly string[] = [], known: ReadonlySet<unknown>): boolean =>
    columns.every((column) => (row[column] ?? null) === null || known.has(row[column]))

  return {
    rows: (table, lines) =>
      lines.map((line) => {
        const row = parse(table.name, line)
        const isInPlace =
          areWithin(row, table.accounts, accounts) &&
          areWithin(row, table.members, members) &&
          areWithin(row, table.records, records) &&
          (table.of !== 'members' || members.has(row['id'])) &&
          (table.of !== 'fund' || row['account_id'] === fundId)
        if (!isInPlace) throw outOfPlace(table.name)
        if (row['id'] !== undefined) records.add(row['id'])
        return row
      }),
    accounts: (lines) =>
      lines.map((line) => {
        const row = parse('account', line)
        if (!accounts.has(row['id'])) throw outOfPlace('account')
        return row
      }),
  }
}

const outOfPlace = (table: string) => unreadable(`A row of ${table} is not as Clubfolio writes it.`)

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
