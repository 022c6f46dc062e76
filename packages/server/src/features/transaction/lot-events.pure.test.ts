// How the description of a booking affects lots.
import { expect, test } from 'vitest'
import { toCents } from '@clubfolio/domain'
import { lotEvent } from './lot-events.ts'

const split = {
  broker_id: '1',
  day: '2026-03-05',
  kind: 'RECEIVE_AND_DELIVER',
  description: 'Split 4 for 1 of ACME',
  symbol: 'ACME',
  asset_type: 'EQUITY',
  multiplier: 1,
  quantity: '300',
  price: null,
  net_amount_cents: toCents(0n),
  fee_cents: toCents(0n),
  movement_cents: null,
  is_shared: false,
}

test('a split of any ratio is read from its words', () => {
  expect(
    lotEvent({ ...split, description: 'Split 133 for 10000 of ACME, 1/2 of a share paid in cash at 10.0000' }),
  ).toMatchObject({ kind: 'SPLIT', factor: { numerator: 133n, denominator: 10_000n } })
})

test('a split that was booked late goes by its shares, because some may have been sold before it', () => {
  expect(
    lotEvent({
      ...split,
      description: 'Split 4 for 1 of ACME. Correction: it took effect on 2026-03-04 and came in late',
    }),
  ).toMatchObject({ kind: 'SPLIT', factor: null })
})
