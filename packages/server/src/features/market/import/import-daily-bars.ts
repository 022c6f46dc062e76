// Imports a file of daily bars: lines are checked and copied into a staging table as they are read, then placed. The
// first file to bring a bar wins; with `replace` the new one wins. The rows' splits and dividends are stored too.
import { barColumns } from '../bar-columns.ts'
import { dailyLineChecker } from './check-daily-line.ts'
import { refuseMixedDays } from './check-mixing.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, type ImportContext } from './import-context.ts'
import { placeBars } from './place-bars.ts'
import { placeActions } from './place-actions.ts'
import type { LineBatch } from './read-lines.ts'
import { refuseRepeats, stageRows, watchOrder } from './stage-rows.ts'

const firstDay = '0001-01-01'
const columns = {
  instrument_id: 'uuid',
  day: 'date',
  ...barColumns,
  dividend: 'numeric',
  split: 'numeric',
} as const

export async function importDailyBars(
  context: ImportContext,
  kind: FileKind & { kind: 'daily' },
  batches: AsyncIterable<LineBatch>,
): Promise<void> {
  const { today, dateOrder } = context
  const check = dailyLineChecker({ ...kind, today, dateOrder })
  const order = watchOrder()
  let lastDay = firstDay
  const staging = await stageRows(context, columns, batches, (text, put) => {
    const row = check(text)
    if (typeof row === 'string') return row
    const instrumentId = instrumentOf(context, row.code ?? context.fileCode ?? '')
    order.note(instrumentId, row.dayNumber)
    if (row.day > lastDay) lastDay = row.day
    const { day, open, high, low, close, volume, dividend, split } = row
    put({
      instrument_id: instrumentId,
      day,
      open,
      high,
      low,
      close,
      volume,
      dividend: dividend ?? null,
      split: split ?? null,
    })
    return undefined
  })
  const isNew = new Set(context.fresh.map((one) => one.id))
  await insertFreshInstruments(context)
  if (order.mayRepeat()) await refuseRepeats(context, staging, 'day')
  const adjustedThrough = kind.isAdjusted ? lastDay : null
  if (!context.replace && order.instrumentIds().some((id) => !isNew.has(id)))
    await refuseMixedDays(context, staging, adjustedThrough)
  await placeBars(context, staging, {
    adjustedThrough,
    instrumentIds: order.instrumentIds(),
    isNew,
  })
  await placeActions(context, {
    statement: `
      select instrument_id, day, 'DIVIDEND' as kind, dividend as value, line from ${staging} where dividend is not null
      union all select instrument_id, day, 'SPLIT', split, line from ${staging} where split is not null`,
    values: [],
  })
  await context.client.query(`drop table ${staging}`)
}
