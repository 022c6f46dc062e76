// Shorthands for fund records in tests: dollars as text, sequential ids, holders "a", "b", "c".
import type { Cents, MarketDay } from '../../kind.ts'
import { parseCents } from '../../money/cents.ts'
import { parseUnits } from '../../money/unit-step.ts'
import { marketDay } from '../../calendar/market-day.ts'
import type { Close, DealingRule, Entry, Expense, FundRecords, Match, Movement, Transfer } from '../record.ts'
import { openFund } from '../record.ts'
import { holderFigures, type HolderFigure } from '../holder-figure.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { unitValueText } from '../unit-value.ts'
import { formatCents } from '../../money/cents.ts'

export function dollars(text: string): Cents {
  const amount = parseCents(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

/** Days of March 2026: `march(2)` is Monday the 2nd, the usual opening day in tests. */
export function march(date: number): MarketDay {
  return marketDay(`2026-03-${String(date).padStart(2, '0')}`)
}

let counter = 0
function nextId(prefix: string): string {
  counter += 1
  return `${prefix}${String(counter).padStart(6, '0')}`
}

export function contribution(holderId: string, day: MarketDay, amount: string, more: Partial<Entry> = {}): Entry {
  return { id: nextId('e'), holderId, kind: 'contribution', day, amountCents: dollars(amount), isActive: true, ...more }
}

export function retribution(holderId: string, day: MarketDay, amount: string, more: Partial<Entry> = {}): Entry {
  return { ...contribution(holderId, day, amount), kind: 'retribution', ...more }
}

export function movement(day: MarketDay, amount: string, more: Partial<Movement> = {}): Movement {
  return { id: nextId('m'), day, amountCents: dollars(amount), ...more }
}

export function expense(day: MarketDay, amount: string): Expense {
  return { id: nextId('x'), day, amountCents: dollars(amount) }
}

export function transfer(fromHolderId: string, toHolderId: string, day: MarketDay, amount: string): Transfer {
  return { id: nextId('t'), day, fromHolderId, toHolderId, measure: { by: 'amount', amountCents: dollars(amount) } }
}

export function unitTransfer(fromHolderId: string, toHolderId: string, day: MarketDay, text: string): Transfer {
  const units = parseUnits(text)
  if (units === undefined) throw new Error(`${text} are no units`)
  return { id: nextId('t'), day, fromHolderId, toHolderId, measure: { by: 'units', units } }
}

export function match(movements: readonly Movement[], items: ReadonlyArray<Entry | Expense>): Match {
  return { id: nextId('k'), movementIds: movements.map(({ id }) => id), itemIds: items.map(({ id }) => id) }
}

/** A close; `real` defaults to the broker value, which means no open profit. */
export function close(day: MarketDay, broker: string, real = broker, more: Partial<Close> = {}): Close {
  return { day, brokerValueCents: dollars(broker), realValueCents: dollars(real), quality: 'official', ...more }
}

/** A fund opened on Monday, 2 March 2026. */
export function fund(
  value: string,
  more: Partial<FundRecords> & { dealing?: DealingRule; openProfit?: string } = {},
): FundRecords {
  const { openProfit = '0', ...records } = more
  return {
    ...openFund({ day: march(2), valueCents: dollars(value), openProfitCents: dollars(openProfit) }),
    ...records,
  }
}

/** A holder's row as text: value, percent, amount, profit, real, floating. */
export function rowOf(replay: FundReplay, holderId: string): Record<string, string> {
  const row = holderFigures(replay).find((candidate) => candidate.holderId === holderId)
  if (!row) throw new Error(`${holderId} has no row`)
  return rowText(row)
}

export function rowText(row: HolderFigure): Record<string, string> {
  return {
    value: formatCents(row.valueCents),
    percent: (row.percentHundredths / 100).toFixed(2),
    amount: formatCents(row.amountCents),
    profit: formatCents(row.profitLostCents),
    real: formatCents(row.realCents),
    floating: formatCents(row.floatingCents),
  }
}

/** Fund value, units, unit value as text. */
export function summary(records: FundRecords, until?: MarketDay): string {
  const replay = replayFund(records, until)
  return `${formatCents(replay.fundValueCents)} in ${Number(replay.issuedUnits) / 1e8} units at ${unitValueText(replay.rate, 6)}`
}
