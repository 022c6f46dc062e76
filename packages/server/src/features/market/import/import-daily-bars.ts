// Brings a file of daily bars in: lines are checked and copied into a staging table as they are read, then placed.
// The first file to bring a bar keeps it; with `replace` the new one wins. Splits and dividends of the rows come along.
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { FIRST_DAY_NUMBER, LAST_DAY_NUMBER } from '@clubfolio/domain'
import { from as copyFrom } from 'pg-copy-streams'
import { dailyLineChecker, type DailyLine } from './check-daily-line.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, refuse, type ImportContext } from './import-context.ts'
import { placeBars } from './place-bars.ts'
import { placeActions, type ActionRow } from './place-actions.ts'
import type { LineBatch } from './read-lines.ts'

const copyPieceLetters = 1 << 16
const firstDay = '0001-01-01'

export async function importDailyBars(context: ImportContext, kind: FileKind & { kind: 'daily' }, batches: AsyncIterable<LineBatch>): Promise<void> {
  const { client } = context
  const staging = `import_row_${randomBytes(6).toString('hex')}`
  // A table of its own instead of a temporary one: distributed engines know no temporary tables. The transaction hides it.
  await client.query(`create unlogged table ${staging} (line integer, instrument_id uuid, day date, open float8, high float8, low float8, close float8, volume float8)`)
  const copy = client.query(copyFrom(`copy ${staging} from stdin`))
  // When the reading ends in the middle the database answers with an error of its own; unheard it would end the process.
  copy.on('error', () => undefined)
  const actions: ActionRow[] = []
  const seen = createSeenDays()
  let lastDay = firstDay
  try {
    const check = dailyLineChecker(kind.columns, kind.columnCount, kind.delimiter, context.today)
    let piece = ''
    for await (const batch of batches) {
      for (let index = 0; index < batch.lines.length; index++) {
        const text = batch.lines[index]!
        const line = batch.firstLine + index
        if (line === 1 || text === '') continue
        context.counts.rowsRead++
        const row = check(text)
        if (typeof row === 'string') {
          refuse(context, line, row, text)
          continue
        }
        const instrumentId = instrumentOf(context, row.code ?? context.fileCode)
        if (seen.has(instrumentId, row.dayNumber)) {
          refuse(context, line, `repeats ${row.day} of ${row.code ?? context.fileCode}, which stands earlier in this file`, text)
          continue
        }
        if (row.day > lastDay) lastDay = row.day
        collectActions(actions, instrumentId, row, line)
        piece += `${line}\t${instrumentId}\t${row.day}\t${row.open}\t${row.high}\t${row.low}\t${row.close}\t${row.volume}\n`
        if (piece.length > copyPieceLetters) {
          if (!copy.write(piece)) await once(copy, 'drain')
          piece = ''
        }
      }
    }
    copy.end(piece)
    await finished(copy)
  } catch (error) {
    copy.destroy(error as Error)
    throw error
  }
  const isNew = new Set(context.fresh.map((one) => one.id))
  await insertFreshInstruments(context)
  await placeBars(context, staging, { adjustedThrough: kind.isAdjusted ? lastDay : null, instrumentIds: seen.instrumentIds(), isNew })
  await placeActions(context, actions)
  await client.query(`drop table ${staging}`)
}

function collectActions(actions: ActionRow[], instrumentId: string, row: DailyLine, line: number): void {
  if (row.dividend !== undefined) actions.push({ instrumentId, day: row.day, kind: 'DIVIDEND', value: row.dividend, line })
  if (row.split !== undefined) actions.push({ instrumentId, day: row.day, kind: 'SPLIT', value: row.split, line })
}

/** Which days of which instrument the file already had: one bit per calendar day. */
function createSeenDays(): { has(instrumentId: string, dayNumber: number): boolean; instrumentIds(): string[] } {
  const byInstrument = new Map<string, Uint8Array>()
  let lastId = ''
  let lastDays: Uint8Array | undefined
  return {
    has(instrumentId, dayNumber) {
      if (instrumentId !== lastId || lastDays === undefined) {
        lastDays = byInstrument.get(instrumentId)
        if (lastDays === undefined) byInstrument.set(instrumentId, (lastDays = new Uint8Array(Math.ceil((LAST_DAY_NUMBER - FIRST_DAY_NUMBER + 1) / 8))))
        lastId = instrumentId
      }
      const bit = dayNumber - FIRST_DAY_NUMBER
      const mask = 1 << (bit & 7)
      const isSeen = (lastDays[bit >> 3]! & mask) !== 0
      lastDays[bit >> 3]! |= mask
      return isSeen
    },
    instrumentIds: () => [...byInstrument.keys()],
  }
}
