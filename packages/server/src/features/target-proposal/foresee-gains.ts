// The gains that sales would realise, first in, first out, from the lots that the transactions of an account leave.
import type { ProposedOrder } from '@clubfolio/contract'
import { decimalFraction, fractionText, holdingTerm, type MarketDay, matchLots, toCents } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { bySymbol } from '../transaction/find-realised-profit.ts'
import { findSecurityRows } from '../transaction/find-security-rows.ts'
import { lotEvent } from '../transaction/lot-events.ts'
import { openingLot } from '../transaction/opening-lot.ts'

interface ForeseenSale {
  readonly symbol: string
  /** Decimal text. */
  readonly quantity: string
  readonly proceedsCents: bigint
  /** What open orders sell before it. */
  readonly before: string
}

export type ForeseenGain = Pick<ProposedOrder, 'lots'> & { readonly gain: NonNullable<ProposedOrder['gain']> }

/** Returns lots and gain by symbol. */
export async function foreseeGains(
  { db }: Services,
  accountId: string,
  { sales, day }: { readonly sales: readonly ForeseenSale[]; readonly day: MarketDay },
): Promise<ReadonlyMap<string, ForeseenGain>> {
  if (sales.length === 0) return new Map()
  const symbols = sales.map(({ symbol }) => symbol)
  const [rows, positions] = await Promise.all([
    findSecurityRows(db, accountId, { symbols }),
    db
      .selectFrom('account_position')
      .select(['symbol', 'quantity', 'average_price', 'multiplier'])
      .where('account_id', '=', accountId)
      .where('symbol', 'in', symbols)
      .execute(),
  ])
  const rowsOf = bySymbol(rows)
  return new Map(
    sales.map(({ symbol, quantity, proceedsCents, before }) => {
      const own = rowsOf.get(symbol) ?? []
      const events = own.flatMap((row) => lotEvent(row) ?? [])
      const { open } = matchLots(
        events,
        openingLot(
          own,
          events,
          positions.find((one) => one.symbol === symbol),
        ),
      )
      const left = Number(before) === 0 ? open : matchLots([saleOf(before, 0n, day)], open).open
      const { gains } = matchLots([saleOf(quantity, proceedsCents, day)], left)
      return [symbol, gainOf(gains, quantity)] as const
    }),
  )
}

const saleOf = (quantity: string, proceedsCents: bigint, day: MarketDay) => ({
  kind: 'TRADE' as const,
  id: '',
  day,
  quantity: decimalFraction(`-${quantity}`),
  grossCents: toCents(proceedsCents),
  feeCents: toCents(0n),
})

function gainOf(gains: ReturnType<typeof matchLots>['gains'], sold: string): ForeseenGain {
  const lots = gains.map((one): ProposedOrder['lots'][number] => ({
    openedDay: one.openedDay,
    quantity: fractionText(one.quantity, 6),
    cost: one.costCents,
    proceeds: one.proceedsCents ?? toCents(0n),
    gain: one.profitCents,
    term: holdingTerm(one) ?? null,
  }))
  const sumOf = (term: 'SHORT_TERM' | 'LONG_TERM' | null): bigint =>
    lots.reduce((sum, lot) => sum + (lot.term === term ? (lot.gain ?? 0n) : 0n), 0n)
  const [shortTerm, longTerm] = [sumOf('SHORT_TERM'), sumOf('LONG_TERM')]
  const matched = gains.reduce((sum, { quantity }) => sum + Number(fractionText(quantity, 6)), 0)
  return {
    lots,
    gain: {
      shortTerm: toCents(shortTerm),
      longTerm: toCents(longTerm),
      total: toCents(shortTerm + longTerm + sumOf(null)),
      isComplete: matched >= Number(sold) && lots.every(({ gain, term }) => gain !== null && term !== null),
    },
  }
}
