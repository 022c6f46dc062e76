// Imports a file of adjustment factors: where the split factor steps, there was a split, effective on the next session.
// Its dividend factors are ignored, because all displayed prices are split-adjusted only.
import { nextSession, parseDayInOrder, symbolPattern, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { normalCode } from './check-daily-line.ts'
import { numberPattern } from './check-prices.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, type ImportContext } from './import-context.ts'
import { placeActions } from './place-actions.ts'
import { splitFields, type LineBatch } from './read-lines.ts'
import { stageRows } from './stage-rows.ts'

interface Step {
  readonly code: string
  readonly day: MarketDay
  readonly factor: string
  readonly next_factor: string
  readonly next_line: number
}

const columns = { code: 'text', day: 'date', factor: 'numeric' } as const
const stepsAtOnce = 5_000

/**
 * Imports the splits. Bars up to and including a row's date (and after the previous row's) are multiplied by its
 * factor, so a step from 0.5 to 1 after 2005-06-08 is a two-for-one split on 2005-06-09.
 */
export async function importSplitSteps(
  context: ImportContext,
  kind: FileKind & { kind: 'split-steps' },
  batches: AsyncIterable<LineBatch>,
): Promise<void> {
  const { client, counts } = context
  const staging = await stageRows(context, columns, batches, (text, put) => {
    const fields = splitFields(text, kind.delimiter)
    const code = normalCode(fields[kind.columns.symbol] ?? '')
    const day = parseDayInOrder(fields[kind.columns.date] ?? '', context.dateOrder)
    const factor = fields[kind.columns.factor] ?? ''
    if (!symbolPattern.test(code)) return code === '' ? 'has no symbol' : `"${code}" is not a symbol`
    if (day === null) return `"${fields[kind.columns.date] ?? ''}" is not a date`
    if (!numberPattern.test(factor) || !(Number(factor) > 0)) return `split factor "${factor}" is not above zero`
    put({ code, day, factor })
    return undefined
  })
  await client.query(`
    declare split_step no scroll cursor for
    select code, day::text as day, factor::text as factor, next_factor::text as next_factor, next_line
    from (
      select code, day, factor, lead(factor) over rising as next_factor, lead(line) over rising as next_line, line
      from ${staging} window rising as (partition by code order by day, line)
    ) rows
    where next_factor <> factor order by code, day, line`)
  let added = 0
  let last: Split | undefined
  for (;;) {
    const { rows } = await client.query<Step>(`fetch ${stepsAtOnce} from split_step`)
    if (rows.length === 0) break
    const splits = rows
      .map((step) => splitOf(context, step))
      .filter((split) => {
        // Two steps before the same session fall on one day: the first of them counts.
        const isAnother = last?.instrumentId === split.instrumentId && last.day === split.day
        last = split
        return !isAnother
      })
    await insertFreshInstruments(context)
    added += await placeActions(context, {
      statement:
        "select instrument_id, day, 'SPLIT' as kind, value, line from unnest($1::uuid[], $2::date[], " +
        '$3::numeric[], $4::int[]) as one (instrument_id, day, value, line)',
      values: [
        splits.map((one) => one.instrumentId),
        splits.map((one) => one.day),
        splits.map((one) => one.value),
        splits.map((one) => one.line),
      ],
    })
  }
  await client.query(`close split_step; drop table ${staging}`)
  counts.rowsAdded += added
  counts.rowsUnchanged += counts.rowsRead - counts.rowsRefused - added
}

interface Split {
  readonly instrumentId: string
  readonly day: MarketDay
  /** New shares for one old share. */
  readonly value: string
  readonly line: number
}

const splitOf = (context: ImportContext, { code, day, factor, next_factor: next, next_line: line }: Step): Split => ({
  instrumentId: instrumentOf(context, code),
  day: nextSession(day),
  value: new Decimal(next).dividedBy(factor).toSignificantDigits(10).toString(),
  line,
})
