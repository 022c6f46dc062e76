// Stops that the brokerage rejected after their entry was filled, while the position they were meant for lacks a stop.
// A stop is no longer listed once another stop for the symbol was placed or a part of the position was closed: then
// somebody has dealt with it.
import type { RejectedStop } from '@clubfolio/contract'
import { stopTypes } from '@clubfolio/domain'
import type { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'

export interface UncoveredPosition {
  readonly symbol: string
  readonly isShort: boolean
  /** The quantity that no stop covers, above zero. */
  readonly quantity: Decimal
  /** All of the position. */
  readonly held: Decimal
}

export async function findRejectedStops(
  db: Db,
  accountId: string,
  uncovered: readonly UncoveredPosition[],
): Promise<RejectedStop[]> {
  if (uncovered.length === 0) return []
  const rows = await db
    .selectFrom('broker_order as o')
    .innerJoin('broker_order as p', (join) =>
      join.onRef('p.account_id', '=', 'o.account_id').onRef('p.broker_id', '=', 'o.parent_id'),
    )
    .select(['o.broker_id', 'o.symbol', 'o.instruction', 'o.description', 'o.stop_price'])
    .where('o.account_id', '=', accountId)
    .where(
      'o.symbol',
      'in',
      uncovered.map(({ symbol }) => symbol),
    )
    .where('o.order_type', 'in', [...stopTypes])
    .where('o.status', '=', 'REJECTED')
    .where((eb) =>
      eb.or([
        eb.and([eb('p.strategy', '=', 'TRIGGER'), eb('p.status', '=', 'FILLED')]),
        // A stop beside a target is in a pair, which works once its entry is filled.
        eb('p.strategy', '=', 'OCO'),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('broker_order as later')
            .select('later.broker_id')
            .whereRef('later.account_id', '=', 'o.account_id')
            .whereRef('later.symbol', '=', 'o.symbol')
            .whereRef('later.entered_at', '>', 'o.entered_at')
            .where((later) =>
              later.or([
                later.and([later('later.order_type', 'in', [...stopTypes]), later('later.status', '!=', 'REJECTED')]),
                later.and([
                  later('later.instruction', '=', later.ref('o.instruction')),
                  later('later.status', '=', 'FILLED'),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('o.entered_at', 'desc')
    .execute()
  return uncovered.flatMap(({ symbol, isShort, quantity, held }) => {
    const row = rows.find((one) => one.symbol === symbol && one.instruction?.startsWith('BUY') === isShort)
    return row === undefined
      ? []
      : [
          {
            orderId: row.broker_id,
            code: symbol,
            reason: row.description,
            isShort,
            quantity: quantity.toNumber(),
            held: held.toNumber(),
            stopPrice: row.stop_price === null ? null : Number(row.stop_price),
          },
        ]
  })
}
