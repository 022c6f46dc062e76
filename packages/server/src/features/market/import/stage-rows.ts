// Copies the rows of a file into a staging table as they are read, so that questions about all rows at once, such as
// which are repeated, are answered by the database and not from this process's memory.
import type { RefusedLine } from '@clubfolio/contract'
import { randomBytes } from 'node:crypto'
import { columnsAsDeclared, copyRows, type CopyColumns, type CopyRow } from '../../../db/copy-rows.ts'
import { instrumentCodes } from './instrument-codes.ts'
import { readRows } from './read-rows.ts'
import { atLeastOne, refuseAll, type ImportContext } from './import-context.ts'
import type { LineBatch } from './read-lines.ts'

/** Checks one line: returns its fault in words, or calls `put` with the row. */
export type StageLine<Columns extends CopyColumns> = (
  text: string,
  put: (row: CopyRow<Columns>) => void,
) => string | undefined

/**
 * Creates the table, with the column `line` beside the given ones, fills it and returns its name. The transaction hides
 * it and a rollback removes it. A temporary table is not used because distributed engines do not support them.
 */
export async function stageRows<Columns extends CopyColumns>(
  context: ImportContext,
  columns: Columns,
  batches: AsyncIterable<LineBatch>,
  stageLine: StageLine<Columns>,
): Promise<string> {
  const { client } = context
  const table = `import_row_${randomBytes(6).toString('hex')}`
  const staged = { ...columns, line: 'integer' } as const
  await client.query(`create unlogged table ${table} (${columnsAsDeclared(staged)})`)
  await copyRows(client, { table, columns: staged }, ({ put, settle }) =>
    readRows(context, batches, {
      take: (text, line) => stageLine(text, (row) => put({ ...row, line })),
      settle,
    }),
  )
  return table
}

export interface RowOrder {
  note(instrumentId: string, position: number): void
  /** Returns false when the rows of every instrument only rise or only fall, as in most files: none can repeat then. */
  mayRepeat(): boolean
  instrumentIds(): string[]
}

/** Tracks the order of each instrument's rows. Memory grows with a file's instruments, not with its rows. */
export function watchOrder(): RowOrder {
  const last = new Map<string, { position: number; step: number }>()
  let isMixed = false
  let lastId = ''
  let current: { position: number; step: number } | undefined
  return {
    note(instrumentId, position) {
      if (instrumentId !== lastId) {
        current = last.get(instrumentId)
        lastId = instrumentId
      }
      if (current === undefined) {
        current = { position, step: 0 }
        last.set(instrumentId, current)
        return
      }
      const step = Math.sign(position - current.position)
      if (step === 0 || (current.step !== 0 && step !== current.step)) isMixed = true
      current.step = step
      current.position = position
    },
    mayRepeat: () => isMixed,
    instrumentIds: () => [...last.keys()],
  }
}

/**
 * Removes repeated rows from the table: the first in the file stays. `time` names the column that identifies a row of
 * an instrument.
 */
export async function refuseRepeats(context: ImportContext, staging: string, time: 'day' | 'at'): Promise<void> {
  const { client } = context
  await client.query(`analyze ${staging}`)
  const { rows } = await client.query<{
    total: string
    line: number
    instrument_id: string
    time: string
    brought: string
  }>(
    `with gone as (
       delete from ${staging} s
       using (select ctid as place, row_number() over (partition by instrument_id, ${time} order by line) as turn
         from ${staging}) r
       where s.ctid = r.place and r.turn > 1
       returning s.line, s.instrument_id, s.${time}, s.open, s.high, s.low, s.close, s.volume
     )
     select count(*) over ()::text as total, line, instrument_id, ${timeText(time)} as time,
       concat_ws(' ', open, high, low, close, volume) as brought
     from gone order by line limit ${atLeastOne(context)}`,
  )
  if (rows.length === 0) return
  const codeOf = await instrumentCodes(context)
  refuseAll(
    context,
    Number(rows[0]!.total),
    rows.map((row): RefusedLine => {
      const code = codeOf.get(row.instrument_id) ?? ''
      return {
        line: row.line,
        reason: `repeats ${row.time} of ${code}, which appears earlier in this file`,
        content: `${code} ${row.time} ${row.brought}`,
      }
    }),
  )
}

/** Returns the SQL that formats a day as written, an instant to the second. */
export const timeText = (time: 'day' | 'at', prefix = ''): string =>
  time === 'day' ? `${prefix}day::text` : `to_char(${prefix}at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
