import { describe, expect, it } from 'vitest'
import { legOf, optionOf, sampleOrder } from '../testing/sample-book.ts'
import { changesCover, legsOf, shownLegs } from './order-leg.ts'
import { isCancelable, isOnClose, isOpening } from './order.ts'
import type { Order } from './order.ts'

const C55 = optionOf('C55')
const legs = [legOf('SELL_TO_CLOSE', C55), legOf('BUY', 'ACME', 100n)]
const exercise = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'EXERCISE', symbol: C55, legs }).terms
const single = sampleOrder({ instruction: 'SELL_TO_CLOSE', orderType: 'MARKET', symbol: C55 }).terms

describe('the legs of an order', () => {
  it('are its own, or the order itself', () => {
    expect(legsOf(exercise)).toBe(legs)
    expect(legsOf(single)).toMatchObject([{ symbol: C55, ratio: 1n, multiplier: 100n, instruction: 'SELL_TO_CLOSE' }])
  })

  it('are all shown, of an exercise only the option', () => {
    expect(shownLegs(exercise)).toEqual(legs.slice(0, 1))
    expect(shownLegs({ ...exercise, orderType: 'NET_DEBIT' })).toEqual(legs)
  })
})

describe('an order', () => {
  it('changes the cover with several legs, or when it writes or sells an option', () => {
    const changes = (instruction: typeof single.instruction): boolean => changesCover({ ...single, instruction })
    expect([
      changes('SELL_TO_OPEN'),
      changes('SELL_TO_CLOSE'),
      changes('BUY_TO_OPEN'),
      changes('BUY_TO_CLOSE'),
    ]).toEqual([true, true, false, false])
    expect(changesCover({ ...exercise, instruction: 'BUY' })).toBe(true)
  })

  it('opens when one of its legs does', () => {
    expect(isOpening(exercise)).toBe(true)
    expect(isOpening({ ...exercise, legs: legs.slice(0, 1) })).toBe(false)
    expect(isOpening({ instruction: 'BUY', legs: [legOf('SELL', 'ACME')] })).toBe(false)
    expect([isOpening(single), isOpening({ instruction: 'BUY', legs: null })]).toEqual([false, true])
  })

  it('waits for the close for its price, or for an exercise', () => {
    const types = ['MARKET_ON_CLOSE', 'LIMIT_ON_CLOSE', 'EXERCISE', 'LIMIT'] as const
    expect(types.map((orderType) => isOnClose({ orderType }))).toEqual([true, true, true, false])
  })

  it('can be cancelled while it is open and not being cancelled', () => {
    const statuses: Order['status'][] = ['WORKING', 'AWAITING_PARENT_ORDER', 'PENDING_CANCEL', 'FILLED', 'CANCELED']
    expect(statuses.map((status) => isCancelable({ status }))).toEqual([true, true, false, false, false])
  })
})
