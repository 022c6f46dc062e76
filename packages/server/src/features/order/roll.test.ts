// A roll at the real paper brokerage: one order of two legs that closes a contract and opens a later one, while the call
// that sends it fails in every way. Both legs trade together, once or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryStep } from '../../testing/order-sequences/check-ground.ts'
import { type FaultKind, faultKinds } from '../../testing/order-sequences/faulty-brokerage.ts'
import type { TroubledStep } from '../../testing/order-sequences/order-step.ts'
import {
  far,
  type Ground,
  later,
  lookAtBrokerage,
  near,
  startStage,
  type Stage,
} from '../../testing/order-sequences/trading-ground.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

/** Two call spreads: the near call bought, a higher one written. */
async function holdSpread(): Promise<Ground> {
  const ground = await stage.open()
  expect(await tryStep(ground, { step: { kind: 'spread', units: 2 }, parts: 0, jump: 0 })).toEqual([])
  expect(await held(ground)).toEqual({ [near]: 2, [far]: -2 })
  return ground
}
const held = async (ground: Ground) => Object.fromEntries((await lookAtBrokerage(ground)).held)
const roll = (more: Partial<TroubledStep>): TroubledStep => ({
  step: { kind: 'roll', units: 2 },
  parts: 0,
  jump: 0,
  ...more,
})

const never: ReadonlySet<FaultKind> = new Set(['killed before', 'lost, never arrived', 'refused', 'rejected'])

test.each(faultKinds)('a roll that meets "%s" moves the contract once or not at all', async (kind) => {
  const ground = await holdSpread()
  expect(await tryStep(ground, roll({ fault: { at: 0, kind } }))).toEqual([])
  expect(await held(ground)).toEqual(never.has(kind) ? { [near]: 2, [far]: -2 } : { [later]: 2, [far]: -2 })
})

test('a roll that is filled in parts moves as many contracts as it closes', async () => {
  const ground = await holdSpread()
  ground.fillInParts(100)
  const { owner, account } = ground
  await owner.client.order.putSpread(
    {
      body: {
        accountNumber: account.number,
        legs: [
          { ticket: near, instruction: 'SELL_TO_CLOSE', ratio: '1' },
          { ticket: later, instruction: 'BUY_TO_OPEN', ratio: '1' },
        ],
        quantity: '2',
        priceType: 'NET_DEBIT',
        netPrice: '1.05',
      },
    },
    ground.newKey(),
  )
  expect(await held(ground)).toEqual({ [near]: 1, [later]: 1, [far]: -2 })
  // Prices of legs that trade together are compared once a minute.
  for (let turn = 0; turn < 4; turn++) await ground.turn()
  expect(await held(ground)).toEqual({ [later]: 2, [far]: -2 })
  expect(await owner.client.order.findOrders({ body: { accountNumber: account.number } })).toMatchObject([
    { status: 'FILLED', quantity: '2', filledQuantity: '2' },
    { status: 'FILLED' },
  ])
})
