// The steps of actions on positions: what is sent for each, and, over random positions and orders, that closing orders
// never add up to more than is held and that nothing loses its stop where one call can avoid it. The brokerage of these
// properties is written here, apart from the code that plans.
import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderTerms, restingTime } from '../order/order-draft.ts'
import type { OrderPrice } from '../order/order-price.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import type {
  ActedPosition,
  ActionOrder,
  ActionStep,
  ActionWire,
  ActionOnPosition,
  FillingEntry,
  PositionExit,
} from './action-step.ts'
import { followSteps } from './follow-steps.ts'
import { breakEvenStop, halfOf, planPositionAction, type ActionMarket } from './plan-position-action.ts'
import { closableOf } from './plan-close.ts'
import { planRestore } from './plan-restore.ts'
import { stopResult } from './stop-result.ts'

const replaces: ActionWire = { replacesType: true, replacesByPair: true }
const cancelsFirst: ActionWire = { replacesType: false, replacesByPair: false }
const market: ActionMarket = {
  last: new Decimal(50),
  bid: new Decimal('49.99'),
  ask: new Decimal('50.01'),
  isOpen: true,
}

interface Exit {
  readonly quantity?: number
  readonly price?: OrderPrice
  readonly group?: string
  readonly isFixed?: boolean
  readonly isInner?: boolean
}
const stopAt = (stopPrice: string): OrderPrice => ({ type: 'STOP', stopPrice })
const limitAt = (limitPrice: string): OrderPrice => ({ type: 'LIMIT', limitPrice })

function exit(orderId: string, held: number, more: Exit = {}): PositionExit {
  const { quantity = Math.abs(held), price = stopAt(held > 0 ? '48' : '52'), group = orderId, isFixed, isInner } = more
  const terms: OrderTerms = {
    symbol: 'ACME',
    instruction: held > 0 ? 'SELL' : 'BUY_TO_COVER',
    quantity: String(quantity),
    price,
    ...restingTime,
  }
  return {
    orderId,
    groupId: group,
    isStop: price.type !== 'LIMIT' && price.type !== 'MARKET',
    quantity: new Decimal(quantity),
    filled: '0',
    terms: isFixed === true ? null : terms,
    isInner: isInner === true || group !== orderId,
    isChanging: false,
  }
}
const position = (held: number, ...exits: PositionExit[]): ActedPosition => ({
  symbol: 'ACME',
  held: new Decimal(held),
  exits,
})
/** An entry of which a part is filled, with one stop that waits for its last share. */
const filling = (orderId: string, filled: number): FillingEntry => ({
  orderId,
  filled: String(Math.abs(filled)),
  claim: new Decimal(filled).abs(),
  exits: [exit(String(Number(orderId) + 1), filled)],
})
const plan = (of: ActedPosition, action: ActionOnPosition, wire = replaces, more: Partial<ActionMarket> = {}) =>
  planPositionAction({ position: of, action, market: { ...market, ...more }, wire, accountType: 'MARGIN' })

const wordsOfTerms = ({ instruction, quantity, price }: OrderTerms): string =>
  [
    instruction,
    quantity,
    price.type,
    'stopPrice' in price ? price.stopPrice : '',
    'limitPrice' in price ? price.limitPrice : '',
    'trail' in price ? price.trail.offset : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
const wordsOfOrder = (order: ActionOrder): string =>
  order.kind === 'PAIR'
    ? order.orders.map(wordsOfTerms).join(' or ')
    : [order.terms, ...order.exits].map(wordsOfTerms).join(', then ')
const wordsOf = (step: ActionStep): string =>
  step.kind === 'CANCEL'
    ? `cancel ${step.orderId}${step.filled === undefined ? '' : ` after ${step.filled}`}`
    : step.kind === 'REPLACE'
      ? `replace ${step.orderId} by ${wordsOfOrder(step.order)}`
      : `${step.waitsForFlat ? 'once flat ' : ''}place ${wordsOfOrder(step.order)}`
const steps = (...parts: Parameters<typeof plan>): string[] => {
  const { steps: found, faults } = plan(...parts)
  expect(faults).toEqual([])
  return found.map(wordsOf)
}

const closeAll: ActionOnPosition = { kind: 'CLOSE', quantity: null }
const half: ActionOnPosition = { kind: 'CLOSE', quantity: '50' }

describe('closing', () => {
  test('the cancellation of an exit knows what was filled of it, for the steps behind it', () => {
    const stop = { ...exit('10', 100), filled: '20' }
    const cancelled = (action: ActionOnPosition) =>
      plan(position(100, stop), action, cancelsFirst).steps.filter(({ kind }) => kind === 'CANCEL')
    const expected = [{ kind: 'CANCEL', symbol: 'ACME', orderId: '10', exitFilled: '20' }]
    expect(cancelled(closeAll)).toEqual(expected)
    expect(cancelled({ kind: 'SET_TARGET', targetPrice: '60' })).toEqual(expected)
    expect(cancelled({ kind: 'TRAIL_STOP', trail: { offset: '2', unit: 'DOLLARS' } })).toEqual(expected)
  })

  test('what a close of a part can sell leaves entries that go on, and orders that cannot be changed, alone', () => {
    expect(closableOf(position(100, exit('1', 100))).toFixed()).toBe('100')
    expect(closableOf({ ...position(100, exit('1', 70)), entries: [filling('5', 30)] }).toFixed()).toBe('70')
    expect(closableOf(position(100, exit('1', 100, { isFixed: true }))).toFixed()).toBe('0')
    expect(closableOf(position(100, { ...exit('1', 100), isChanging: true })).toFixed()).toBe('0')
    expect(closableOf(position(100, exit('1', 40, { price: { type: 'MARKET' } }))).toFixed()).toBe('60')
    expect(closableOf(position(1.5)).toFixed()).toBe('1')
  })

  test('a position without orders is sold at the market, a short one bought back', () => {
    expect(steps(position(100), closeAll)).toEqual(['place SELL 100 MARKET'])
    expect(steps(position(-100), closeAll)).toEqual(['place BUY_TO_COVER 100 MARKET'])
  })

  test('puts a market order in the place of the stop, in one call', () => {
    expect(steps(position(100, exit('1', 100)), closeAll)).toEqual(['replace 1 by SELL 100 MARKET'])
  })

  test('of half a position first makes the stop smaller, so that what stays keeps it', () => {
    expect(steps(position(100, exit('1', 100)), half)).toEqual(['replace 1 by SELL 50 STOP 48', 'place SELL 50 MARKET'])
  })

  test('of a part that no stop covers leaves the stop alone', () => {
    expect(steps(position(100, exit('1', 100, { quantity: 50 })), half)).toEqual(['place SELL 50 MARKET'])
  })

  test('of half with two stops replaces the one that the market reaches last', () => {
    const far = exit('1', 100, { quantity: 50, price: stopAt('45') })
    const near = exit('2', 100, { quantity: 50 })
    expect(steps(position(100, near, far), half)).toEqual(['replace 1 by SELL 50 MARKET'])
  })

  test('of a pair replaces its stop: the fill cancels the target', () => {
    const pair = [exit('1', 100, { group: '9' }), exit('2', 100, { group: '9', price: limitAt('60') })]
    expect(steps(position(100, ...pair), closeAll)).toEqual(['replace 1 by SELL 100 MARKET'])
    expect(steps(position(100, ...pair), half)).toEqual([
      'replace 2 by SELL 50 LIMIT 60',
      'replace 1 by SELL 50 STOP 48',
      'place SELL 50 MARKET',
    ])
  })

  test('takes a target out of the way first, because it protects nothing', () => {
    const target = exit('2', 100, { quantity: 40, price: limitAt('60') })
    const stop = exit('1', 100, { quantity: 60 })
    expect(steps(position(100, stop, target), closeAll)).toEqual(['cancel 2', 'replace 1 by SELL 100 MARKET'])
  })

  test('where the wire changes no type cancels the stop and sells at once', () => {
    expect(steps(position(100, exit('1', 100)), closeAll, cancelsFirst)).toEqual(['cancel 1', 'place SELL 100 MARKET'])
  })

  test('leaves an entry that is filled in part what its exits are going to claim', () => {
    const of = { ...position(126, exit('1', 102)), entries: [filling('7', 24)] }
    expect(steps(of, { kind: 'CLOSE', quantity: '63' })).toEqual([
      'replace 1 by SELL 39 STOP 48',
      'place SELL 63 MARKET',
    ])
  })

  test('of more than that first cancels what is left of the entry, and then closes its exit too', () => {
    const of = { ...position(126, exit('1', 102)), entries: [filling('7', 24)] }
    expect(steps(of, closeAll)).toEqual([
      'cancel 7 after 24',
      'replace 1 by SELL 102 MARKET',
      'replace 8 by SELL 24 MARKET',
    ])
    expect(steps(of, { kind: 'CLOSE', quantity: '110' })).toEqual([
      'cancel 7 after 24',
      'replace 8 by SELL 16 STOP 48',
      'replace 1 by SELL 110 MARKET',
    ])
  })

  test('of more than is left, of what is closed already, of nothing and in the middle of a change is refused', () => {
    expect(plan(position(100), { kind: 'CLOSE', quantity: '101' }).faults).toEqual([
      'Only 100 are left to close. Enter that or less.',
    ])
    expect(plan(position(100, exit('1', 100, { price: { type: 'MARKET' } })), closeAll).faults).toEqual([
      'All of it is being closed already by orders at the market.',
    ])
    expect(plan(position(0), closeAll).faults).toEqual(['This position is already closed.'])
    expect(plan(position(100, { ...exit('7', 100), isChanging: true }), closeAll).faults).toEqual([
      'Order 7 is just being changed or cancelled. Try again in a moment.',
    ])
  })

  test('a stop whose terms we cannot write is cancelled for a whole close, and is in the way of a part', () => {
    const fixed = position(100, exit('1', 100, { isFixed: true }))
    expect(steps(fixed, closeAll)).toEqual(['cancel 1', 'place SELL 100 MARKET'])
    expect(plan(fixed, half).faults[0]).toContain('Order 1 has terms that are not changed here')
  })

  test('half of an odd number leaves the larger part, half of one is one', () => {
    expect([halfOf(51), halfOf(1), halfOf('-100')].map(String)).toEqual(['25', '1', '50'])
  })
})

describe('reversing', () => {
  test('closes, and opens the other side once nothing is left, with its stop', () => {
    expect(steps(position(100, exit('1', 100)), { kind: 'REVERSE', stopPrice: '52' })).toEqual([
      'replace 1 by SELL 100 MARKET',
      'once flat place SELL_SHORT 100 MARKET, then BUY_TO_COVER 100 STOP 52',
    ])
    expect(steps(position(-100), { kind: 'REVERSE', stopPrice: null })).toEqual([
      'place BUY_TO_COVER 100 MARKET',
      'once flat place BUY 100 MARKET',
    ])
  })

  test('is refused while the market is closed, in a cash account, and with a stop that is filled at once', () => {
    const reversal: ActionOnPosition = { kind: 'REVERSE', stopPrice: '49' }
    expect(plan(position(100), reversal, replaces, { isOpen: false }).faults).toEqual([
      'The market is closed. A reversal is sent while it is open, because its second order follows the first fill.',
      'A stop at $49.00 would be filled at once: it has to be above the ask of $50.01.',
    ])
    expect(
      planPositionAction({
        position: position(100),
        action: { kind: 'REVERSE', stopPrice: null },
        market,
        wire: replaces,
        accountType: 'CASH',
      }).faults,
    ).toEqual(['A cash account cannot sell short, so a long position cannot be reversed in it.'])
  })
})

describe('adding', () => {
  test('carries a stop of its own at the nearest stop of the position', () => {
    const far = exit('1', 100, { quantity: 50, price: stopAt('45') })
    const near = exit('2', 100, { quantity: 50, price: stopAt('48.5') })
    expect(steps(position(100, far, near), { kind: 'ADD', quantity: '30', limitPrice: null })).toEqual([
      'place BUY 30 MARKET, then SELL 30 STOP 48.5',
    ])
    expect(steps(position(-100), { kind: 'ADD', quantity: '30', limitPrice: '51' })).toEqual([
      'place SELL_SHORT 30 LIMIT 51',
    ])
  })

  test('below the stop of the position is refused', () => {
    expect(plan(position(100, exit('1', 100)), { kind: 'ADD', quantity: '10', limitPrice: '47' }).faults[0]).toContain(
      'beyond the position',
    )
  })
})

describe('moving and trailing the stop', () => {
  test('is one change of each stop; a stop with a limit keeps its distance, a trailing one stays from now on', () => {
    const move: ActionOnPosition = { kind: 'MOVE_STOP', stopPrice: '49' }
    expect(steps(position(100, exit('1', 100)), move)).toEqual(['replace 1 by SELL 100 STOP 49'])
    const withLimit = exit('1', 100, { price: { type: 'STOP_LIMIT', stopPrice: '48', limitPrice: '47.5' } })
    expect(steps(position(100, withLimit), move)).toEqual(['replace 1 by SELL 100 STOP_LIMIT 49 48.5'])
    const trailing = exit('1', 100, { price: { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } } })
    expect(steps(position(100, trailing), move)).toEqual(['replace 1 by SELL 100 STOP 49'])
    expect(steps(position(100, trailing), move, cancelsFirst)).toEqual(['cancel 1', 'place SELL 100 STOP 49'])
  })

  test('of a position without one places it, and makes a pair of a target that claims all of it', () => {
    const move: ActionOnPosition = { kind: 'MOVE_STOP', stopPrice: '49' }
    expect(steps(position(100), move)).toEqual(['place SELL 100 STOP 49'])
    expect(steps(position(100, exit('1', 100, { price: limitAt('60') })), move)).toEqual([
      'replace 1 by SELL 100 STOP 49 or SELL 100 LIMIT 60',
    ])
  })

  test('beyond the market, and to where it is, is refused', () => {
    expect(plan(position(100, exit('1', 100)), { kind: 'MOVE_STOP', stopPrice: '49.99' }).faults).toEqual([
      'A stop at $49.99 would be filled at once: it has to be below the bid of $49.99.',
    ])
    expect(plan(position(100, exit('1', 100)), { kind: 'MOVE_STOP', stopPrice: '48.00' }).faults).toEqual([
      'The stop is there already. Enter another price.',
    ])
  })

  test('a trail takes the place of the stop', () => {
    expect(
      steps(position(-100, exit('1', -100)), { kind: 'TRAIL_STOP', trail: { offset: '2', unit: 'PERCENT' } }),
    ).toEqual(['replace 1 by BUY_TO_COVER 100 TRAILING_STOP 2'])
  })

  test.each([
    ['50.004', true, false, '50.01'],
    ['50.004', false, false, '50'],
    ['50.01', true, false, '50.01'],
    ['0.12341', true, false, '0.1235'],
    ['4.02', true, true, '4.05'],
    ['4.02', false, true, '4'],
  ])('break-even of an average of %s (long %s, option %s) is %s', (average, isLong, isOption, expected) => {
    expect(breakEvenStop(average, isLong, isOption)).toBe(expected)
  })
})

test.each([
  ['55', 100, 49_900n],
  ['48', 100, -20_100n],
  ['48', -100, 20_100n],
])('a stop at %s of %i shares at 50.01 brings %s cents', (stop, held, cents) => {
  expect(stopResult({ symbol: 'ACME', held, averagePrice: '50.01' }, stop)).toBe(cents)
})

describe('setting a target', () => {
  const target: ActionOnPosition = { kind: 'SET_TARGET', targetPrice: '60' }

  test('makes a pair of the stop, in one call', () => {
    expect(steps(position(100, exit('1', 100)), target)).toEqual(['replace 1 by SELL 100 STOP 48 or SELL 100 LIMIT 60'])
  })

  test('of a stop inside of another order, or on a wire without that call, the pair follows the cancellation at once', () => {
    const expected = ['cancel 1', 'place SELL 100 STOP 48 or SELL 100 LIMIT 60']
    expect(steps(position(100, exit('1', 100, { isInner: true })), target)).toEqual(expected)
    expect(steps(position(100, exit('1', 100)), target, cancelsFirst)).toEqual(expected)
  })

  test('moves a target that is there, and gives one to what no order claims', () => {
    expect(steps(position(100, exit('1', 100, { price: limitAt('58') })), target)).toEqual([
      'replace 1 by SELL 100 LIMIT 60',
    ])
    expect(steps(position(100, exit('1', 100, { quantity: 40 })), target)).toEqual([
      'replace 1 by SELL 40 STOP 48 or SELL 40 LIMIT 60',
      'place SELL 60 LIMIT 60',
    ])
  })

  test('that the market has reached is refused', () => {
    expect(plan(position(100), { kind: 'SET_TARGET', targetPrice: '49.99' }).faults[0]).toContain('above the bid')
  })
})

describe('while an entry of it is filled in part', () => {
  const of = { ...position(24), entries: [filling('7', 24)] }
  const fault =
    'Order 7 is filled in part, and its exits start for that part once it is over. Cancel what is left of it first, ' +
    'or wait until it is filled.'

  test.each<ActionOnPosition>([
    { kind: 'MOVE_STOP', stopPrice: '48' },
    { kind: 'TRAIL_STOP', trail: { offset: '1', unit: 'DOLLARS' } },
    { kind: 'SET_TARGET', targetPrice: '60' },
  ])('$kind claims nothing that its exits need, and says what to do', (action) => {
    expect(plan(of, action)).toEqual({ steps: [], faults: [fault] })
  })

  test('a reversal closes that part too', () => {
    expect(steps(of, { kind: 'REVERSE', stopPrice: null })).toEqual([
      'cancel 7 after 24',
      'replace 8 by SELL 24 MARKET',
      'once flat place SELL_SHORT 24 MARKET',
    ])
  })
})

describe('restoring the protection', () => {
  const before = position(100, exit('1', 100))

  test('places one stop for what is without, at the price of the earlier one', () => {
    const now = position(100, exit('2', 100, { quantity: 50 }))
    expect(planRestore(before, now, market).map(wordsOf)).toEqual(['place SELL 50 STOP 48'])
    expect(planRestore(before, before, market)).toEqual([])
    expect(planRestore(before, position(0), market)).toEqual([])
    expect(planRestore(before, position(-100), market)).toEqual([])
    expect(planRestore(position(100), position(100), market)).toEqual([])
  })

  test('closes at the market what the stop would have closed by now', () => {
    const fallen = { ...market, bid: new Decimal('47.99') }
    expect(planRestore(before, position(100), fallen).map(wordsOf)).toEqual(['place SELL 100 MARKET'])
  })

  test('places nothing where other orders claim the shares, or more is covered than before', () => {
    const targeted = position(100, exit('2', 100, { price: limitAt('60'), quantity: 70 }))
    expect(planRestore(before, targeted, market).map(wordsOf)).toEqual(['place SELL 30 STOP 48'])
    const half = position(100, exit('1', 100, { quantity: 50 }))
    expect(planRestore(half, position(100, exit('1', 100)), market)).toEqual([])
  })

  test('leaves alone what is being closed', () => {
    const closing = position(100, exit('2', 100, { quantity: 50, price: { type: 'MARKET' } }))
    expect(planRestore(before, closing, market).map(wordsOf)).toEqual(['place SELL 50 STOP 48'])
  })
})

// A brokerage of its own, which refuses what claims more than is held.
interface Working {
  readonly id: string
  readonly group: string
  readonly quantity: number
  readonly covers: boolean
}

const workingOf = ({ orderId, groupId, quantity, isStop, terms }: PositionExit): Working => ({
  id: orderId,
  group: groupId,
  quantity: quantity.toNumber(),
  covers: isStop || terms?.price.type === 'MARKET',
})

class Book {
  orders: Working[]
  entries: readonly FillingEntry[]
  private readonly held: number
  private next = 1_000
  constructor({ held, exits, entries = [] }: ActedPosition) {
    this.held = held.abs().toNumber()
    this.orders = exits.map(workingOf)
    this.entries = entries
  }

  /** What the exits of entries will claim when their last share comes. */
  awaited(): number {
    return this.entries.reduce((sum, { claim }) => sum + claim.toNumber(), 0)
  }

  claimed(without?: string): number {
    const largest = new Map<string, number>()
    for (const { group, quantity } of this.orders)
      if (group !== without) largest.set(group, Math.max(largest.get(group) ?? 0, quantity))
    return [...largest.values()].reduce((sum, one) => sum + one, 0)
  }

  covered(): number {
    const all = this.orders
    this.orders = all.filter(({ covers }) => covers)
    const sum = this.claimed()
    this.orders = all
    return Math.min(this.held, sum)
  }

  send(step: ActionStep): void {
    if (step.kind === 'PLACE') return this.enter(step.order, undefined)
    const entry = this.entries.find(({ orderId }) => orderId === step.orderId)
    if (step.kind === 'CANCEL' && entry !== undefined) {
      this.entries = this.entries.filter((one) => one !== entry)
      this.orders.push(...entry.exits.map(workingOf))
      return
    }
    const old = this.orders.find(({ id }) => id === step.orderId)
    if (old === undefined) throw new Error(`Order ${step.orderId} is not open`)
    if (step.kind === 'CANCEL') {
      this.orders = this.orders.filter(({ id }) => id !== old.id)
      return
    }
    const isOfPair = old.group !== old.id
    if (isOfPair && step.order.kind === 'PAIR') throw new Error('A pair cannot be inside of a pair')
    const rest = this.orders.filter(({ id }) => id !== old.id)
    this.orders = rest
    this.enter(step.order, isOfPair ? old.group : undefined)
  }

  private enter(order: ActionOrder, group: string | undefined): void {
    const terms = order.kind === 'PAIR' ? order.orders : [order.terms]
    const own = group ?? String(this.next++)
    for (const { instruction, quantity, price } of terms) {
      if (instruction !== 'SELL' && instruction !== 'BUY_TO_COVER') continue
      if (this.claimed(own) + Number(quantity) > this.held)
        throw new Error(`${quantity} more than ${this.held - this.claimed(own)} are free`)
      this.orders.push({
        id: String(this.next++),
        group: own,
        quantity: Number(quantity),
        covers: price.type !== 'LIMIT',
      })
    }
  }
}

const anyPrice = fc.constantFrom('stop', 'far', 'limited', 'trailing', 'target', 'pair', 'fixed', 'closing')
const anyPosition = fc
  .record({
    isLong: fc.boolean(),
    held: fc.integer({ min: 1, max: 1_000 }),
    parts: fc.array(fc.record({ share: fc.integer({ min: 1, max: 1_000 }), as: anyPrice }), { maxLength: 4 }),
    entry: fc.option(fc.integer({ min: 1, max: 500 }), { freq: 3 }),
  })
  .map(({ isLong, held, parts, entry }) => {
    const signed = isLong ? held : -held
    const filled = Math.min(held, entry ?? 0)
    let left = held - filled
    const exits = parts.flatMap(({ share, as }, index) => {
      const quantity = Math.min(left, share)
      if (quantity === 0) return []
      left -= quantity
      const id = String(10 + index)
      const at = (long: string, short: string) => (isLong ? long : short)
      const target = limitAt(at('60', '40'))
      switch (as) {
        case 'far':
          return [exit(id, signed, { quantity, price: stopAt(at('45', '55')) })]
        case 'limited':
          return [
            exit(id, signed, {
              quantity,
              price: { type: 'STOP_LIMIT', stopPrice: at('47', '53'), limitPrice: at('46', '54') },
            }),
          ]
        case 'trailing':
          return [
            exit(id, signed, { quantity, price: { type: 'TRAILING_STOP', trail: { offset: '3', unit: 'DOLLARS' } } }),
          ]
        case 'target':
          return [exit(id, signed, { quantity, price: target })]
        case 'pair':
          return [
            exit(id, signed, { quantity, group: `${id}-pair` }),
            exit(`${id}-target`, signed, { quantity, price: target, group: `${id}-pair` }),
          ]
        case 'fixed':
          return [exit(id, signed, { quantity, isFixed: true })]
        case 'closing':
          return [exit(id, signed, { quantity, price: { type: 'MARKET' } })]
        default:
          return [exit(id, signed, { quantity })]
      }
    })
    const own = position(signed, ...exits)
    return filled === 0 ? own : { ...own, entries: [filling('70', isLong ? filled : -filled)] }
  })
const anyAction = (isLong: boolean): fc.Arbitrary<ActionOnPosition> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('CLOSE' as const),
      quantity: fc.option(fc.integer({ min: 1, max: 1_000 }).map(String)),
    }),
    fc.constant<ActionOnPosition>({ kind: 'REVERSE', stopPrice: null }),
    fc.constant<ActionOnPosition>({ kind: 'ADD', quantity: '10', limitPrice: null }),
    fc.constant<ActionOnPosition>({ kind: 'MOVE_STOP', stopPrice: isLong ? '49' : '51' }),
    fc.constant<ActionOnPosition>({ kind: 'TRAIL_STOP', trail: { offset: '1', unit: 'DOLLARS' } }),
    fc.constant<ActionOnPosition>({ kind: 'SET_TARGET', targetPrice: isLong ? '61' : '39' }),
  )
const anyCase = anyPosition.chain((of) =>
  fc.record({
    of: fc.constant(of),
    action: anyAction(of.held.isPositive()),
    wire: fc.constantFrom(replaces, cancelsFirst),
  }),
)
const runs = { numRuns: propertyRuns(2_000, 50_000), seed: propertySeed() }

describe('over random positions, orders and actions', () => {
  test('the brokerage can take every step: closing orders never claim more than is held', () => {
    fc.assert(
      fc.property(anyCase, ({ of, action, wire }) => {
        const book = new Book(of)
        for (const step of plan(of, action, wire).steps) {
          book.send(step)
          expect(book.claimed() + book.awaited()).toBeLessThanOrEqual(of.held.abs().toNumber())
        }
      }),
      runs,
    )
  })

  test('what had a stop keeps one at every step, except for what is about to be sold', () => {
    fc.assert(
      fc.property(anyCase, ({ of, action, wire }) => {
        const held = of.held.abs().toNumber()
        const book = new Book(of)
        const sold = action.kind === 'CLOSE' && action.quantity !== null ? Number(action.quantity) : 0
        // What an entry has filled so far gets its stop from the entry, so it is sold last.
        const floor = Math.min(book.covered(), Math.max(0, held - sold - book.awaited()))
        // Orders that we cannot write, and stops inside of other orders that become pairs, are cancelled first.
        const mayHaveGap =
          wire === cancelsFirst || action.kind === 'SET_TARGET' || of.exits.some(({ terms }) => terms === null)
        const found = plan(of, action, wire).steps
        for (const [index, step] of found.entries()) {
          book.send(step)
          const isFollowedAtOnce = step.kind === 'CANCEL' && found[index + 1] !== undefined
          expect(book.covered()).toBeGreaterThanOrEqual(mayHaveGap && isFollowedAtOnce ? 0 : floor)
        }
      }),
      runs,
    )
  })

  test('at the end of a close exactly that much is sold, and the rest is covered as before', () => {
    fc.assert(
      fc.property(anyCase, ({ of, action, wire }) => {
        const { steps: found, faults } = plan(of, action, wire)
        if (action.kind !== 'CLOSE' || faults.length > 0) return
        const closing = of.exits.filter(({ terms }) => terms?.price.type === 'MARKET')
        const left = of.held
          .abs()
          .minus(closing.reduce((sum, { quantity }) => sum + quantity.toNumber(), 0))
          .toNumber()
        const wanted = action.quantity === null ? left : Number(action.quantity)
        const sold = found.reduce(
          (sum, step) =>
            step.kind !== 'CANCEL' && step.order.kind === 'ENTRY' && step.order.terms.price.type === 'MARKET'
              ? sum + Number(step.order.terms.quantity)
              : sum,
          0,
        )
        expect(sold).toBe(wanted)
        const book = new Book(of)
        const before = book.covered()
        for (const step of found) book.send(step)
        expect(book.covered()).toBeGreaterThanOrEqual(Math.min(before, of.held.abs().toNumber()))
      }),
      runs,
    )
  })

  test('what the preview says is claimed and covered after each step is what the brokerage has', () => {
    fc.assert(
      fc.property(anyCase, ({ of, action, wire }) => {
        const book = new Book(of)
        const { steps: found } = plan(of, action, wire)
        const followed = followSteps(of, found)
        for (const [index, step] of found.entries()) {
          book.send(step)
          expect([followed[index + 1]?.claimed.toNumber(), followed[index + 1]?.covered.toNumber()]).toEqual([
            book.claimed(),
            book.covered(),
          ])
        }
      }),
      runs,
    )
  })

  test('after any failed step, restoring covers as much as before and claims no more than is held', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), ({ of, action, wire }, cut) => {
        const { steps: found } = plan(of, action, wire)
        if (action.kind === 'REVERSE' || action.kind === 'ADD') return
        const held = of.held.abs().toNumber()
        const book = new Book(of)
        const floor = book.covered()
        for (const step of found.slice(0, cut % (found.length + 1))) book.send(step)
        const orders = book.orders.map(({ id, group, quantity, covers }) =>
          exit(id, of.held.toNumber(), { quantity, group, ...(covers ? {} : { price: limitAt('60') }) }),
        )
        const now = { ...position(of.held.toNumber(), ...orders), entries: book.entries }
        const restored = planRestore(of, now, market)
        for (const step of restored) book.send(step)
        const hasStop = of.exits.some(({ isStop, terms }) => isStop && terms !== null)
        if (!hasStop) return
        // A target that came in the way claims what a stop would need.
        const targets = book.claimed() - book.covered()
        expect(book.covered()).toBeGreaterThanOrEqual(Math.min(floor, held - targets))
      }),
      runs,
    )
  })
})
