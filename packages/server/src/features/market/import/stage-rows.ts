// Copies the rows of a file into a table of the import's own as they are read, so that what has to be known about all of them at once,
// such as which come again, is the database's work and not this process's memory.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { instrumentCodes } from './instrument-codes.ts'
import { readRows } from './read-rows.ts'
import { atLeastOne, refuseAll, type ImportContext, type RefusedLine } from './import-context.ts'
import type { LineBatch } from './read-lines.ts'

/** Text that is gathered before it is handed to the database. */
const pieceLetters = 1 << 16
/** A copy ends and another begins, so that no statement lasts as long as a large file. */
const rowsPerCopy = 1_000_000

/** Checks one line: its fault in words, or `put` with the row's columns in the text form of COPY. */
export type StageLine = (text: string, line: number, put: (row: string) => void) => string | undefined

/**
 * Makes the table, with the column `line` before those given, fills it and answers its name. The transaction hides it and a rollback
 * takes it away. Distributed engines know no temporary tables.
 */
export async function stageRows(context: ImportContext, columns: string, batches: AsyncIterable<LineBatch>, stageLine: StageLine): Promise<string> {
  const { client } = context
  const staging = `import_row_${randomBytes(6).toString('hex')}`
  await client.query(`create unlogged table ${staging} (line integer, ${columns})`)
  const begin = () => {
    const copy = client.query(copyFrom(`copy ${staging} from stdin`))
    // When the reading ends in the middle the database answers with an error of its own; unheard it would end the process.
    copy.on('error', () => undefined)
    return copy
  }
  let copy = begin()
  let piece = ''
  let rows = 0
  let line = 0
  const put = (row: string): void => {
    piece += `${line}\t${row}\n`
    rows++
  }
  const complete = async (): Promise<void> => {
    copy.end(piece)
    piece = ''
    await finished(copy)
  }
  try {
    await readRows(context, batches, {
      take: (text, number) => {
        line = number
        return stageLine(text, number, put)
      },
      settle: async () => {
        if (rows >= rowsPerCopy) {
          await complete()
          rows = 0
          copy = begin()
        }
        if (piece.length <= pieceLetters) return
        const isTaken = copy.write(piece)
        piece = ''
        if (!isTaken) await once(copy, 'drain')
      },
    })
    await complete()
  } catch (error) {
    copy.destroy(error as Error)
    throw error
  }
  return staging
}

/** The text of an absent value in the text form of COPY. */
export const copyNull = String.raw`\N`

export interface RowOrder {
  note(instrumentId: string, position: number): void
  /** False when the rows of every instrument only rise or only fall, as in most files: none can come again then. */
  mayRepeat(): boolean
  instrumentIds(): string[]
}

/** Watches the order of each instrument's rows. Grows with the instruments of a file, not with its rows. */
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

/** Takes rows out of the table that come again: the first of a file stays. `time` names the column that tells them apart. */
export async function refuseRepeats(context: ImportContext, staging: string, time: 'day' | 'at'): Promise<void> {
  const { client } = context
  await client.query(`analyze ${staging}`)
  const { rows } = await client.query<{ total: string; line: number; instrument_id: string; time: string; brought: string }>(
    `with gone as (
       delete from ${staging} s
       using (select ctid as place, row_number() over (partition by instrument_id, ${time} order by line) as turn from ${staging}) r
       where s.ctid = r.place and r.turn > 1
       returning s.line, s.instrument_id, s.${time}, s.open, s.high, s.low, s.close, s.volume
     )
     select count(*) over ()::text as total, line, instrument_id, ${timeText(time)} as time, concat_ws(' ', open, high, low, close, volume) as brought
     from gone order by line limit ${atLeastOne(context)}`,
  )
  if (rows.length === 0) return
  const codeOf = await instrumentCodes(context)
  refuseAll(context, Number(rows[0]!.total), rows.map((row): RefusedLine => {
    const code = codeOf.get(row.instrument_id) ?? ''
    return { line: row.line, reason: `repeats ${row.time} of ${code}, which appears earlier in this file`, content: `${code} ${row.time} ${row.brought}` }
  }))
}

/** A day as it is written, an instant to the second. */
export const timeText = (time: 'day' | 'at', prefix = ''): string => (time === 'day' ? `${prefix}day::text` : `to_char(${prefix}at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
