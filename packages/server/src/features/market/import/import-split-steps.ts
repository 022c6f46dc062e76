// Reads a file of adjustment factors: where the split factor steps, there was a split, effective on the next session.
// Its dividend factors are left alone; everything shown is split-adjusted only.
import { nextSession, type MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { codePattern, normalCode, parseDay } from './check-daily-line.ts'
import { numberPattern } from './check-prices.ts'
import type { FileKind } from './file-kind.ts'
import { insertFreshInstruments, instrumentOf, refuse, type ImportContext } from './import-context.ts'
import { placeActions, type ActionRow } from './place-actions.ts'
import { splitFields, type LineBatch } from './read-lines.ts'

interface Step {
  readonly day: MarketDay
  readonly factor: string
  readonly line: number
}

/**
 * Bars up to and including a row's date (and after the row before it) are multiplied by its factor, so a step from 0.5 to 1
 * after 2005-06-08 is a two-for-one split on 2005-06-09.
 */
export async function importSplitSteps(context: ImportContext, kind: FileKind & { kind: 'split-steps' }, batches: AsyncIterable<LineBatch>): Promise<void> {
  const stepsByCode = new Map<string, Step[]>()
  for await (const batch of batches) {
    batch.lines.forEach((text, index) => {
      const line = batch.firstLine + index
      if (line === 1 || text === '') return
      context.counts.rowsRead++
      const fields = splitFields(text, kind.delimiter)
      const code = normalCode(fields[kind.columns.symbol] ?? '')
      const day = parseDay(fields[kind.columns.date] ?? '')
      const factor = fields[kind.columns.factor] ?? ''
      if (!codePattern.test(code)) refuse(context, line, code === '' ? 'has no symbol' : `"${code}" is not a symbol`, text)
      else if (day === null) refuse(context, line, `"${fields[kind.columns.date] ?? ''}" is not a date`, text)
      else if (!numberPattern.test(factor) || !(Number(factor) > 0)) refuse(context, line, `split factor "${factor}" is not above zero`, text)
      else stepsByCode.set(code, [...(stepsByCode.get(code) ?? []), { day, factor, line }])
    })
  }
  const actions = [...stepsByCode].flatMap(([code, steps]) => splitsOf(steps).map((split) => ({ ...split, instrumentId: instrumentOf(context, code), kind: 'SPLIT' as const })))
  await insertFreshInstruments(context)
  const added = await placeActions(context, actions)
  context.counts.rowsAdded += added
  context.counts.rowsUnchanged += context.counts.rowsRead - context.counts.rowsRefused - added
}

function splitsOf(steps: readonly Step[]): Omit<ActionRow, 'instrumentId' | 'kind'>[] {
  const inOrder = steps.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return inOrder.flatMap((step, index) => {
    const next = inOrder[index + 1]
    if (next === undefined || Number(next.factor) === Number(step.factor)) return []
    return [{ day: nextSession(step.day), value: new Decimal(next.factor).dividedBy(step.factor).toSignificantDigits(10).toString(), line: next.line }]
  })
}
