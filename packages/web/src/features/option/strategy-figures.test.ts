import { Decimal } from 'decimal.js'
import { normalBelow, yearsUntil } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { loadedChain, strategyContract } from './chain.ts'
import {
  figuresOf,
  instructionOfLeg,
  netOfForm,
  strategyChain,
  strategyFault,
  turnOverOf,
  unitsOfForm,
} from './strategy-figures.ts'
import { choiceOfPick, emptyForm, legsOfForm, type StrategyForm } from './strategy-form.ts'
import { sampleChain, sampleContract, sampleDays } from './testing/sample-chain.ts'

const chain = loadedChain([sampleChain()])!
const options = strategyChain(chain)
const [day] = sampleDays
const putVertical: StrategyForm = {
  ...emptyForm,
  units: '2',
  choice: choiceOfPick(
    'VERTICAL',
    { contract: strategyContract(sampleContract('PUT', 440, day)), side: 'SELL' },
    options,
    sampleDays,
  ),
}
const figures = (form: StrategyForm, accountType: 'MARGIN' | 'CASH' = 'MARGIN') =>
  figuresOf({ form, legs: legsOfForm(form, options).legs!, chain, held: [], accountType })

describe('the figures of a sold put vertical', () => {
  const [high, low] = [sampleContract('PUT', 440, day), sampleContract('PUT', 435, day)]
  const credit = new Decimal(high.mark!).minus(low.mark!)

  it('start at the mid: credit, width less credit, strike less credit', () => {
    const { net, quote, priced } = figures(putVertical)
    expect(net?.toFixed(2)).toBe(credit.negated().toFixed(2))
    expect(quote.natural?.toFixed(2)).toBe(new Decimal(low.ask!).minus(high.bid!).toFixed(2))
    expect(String(priced?.outcome.greatestProfit)).toBe(credit.times(100).toFixed())
    expect(String(priced?.outcome.greatestLoss)).toBe(new Decimal(500).minus(credit.times(100)).toFixed())
    expect(priced?.outcome.breakEvens.map(String)).toEqual([new Decimal(440).minus(credit).toFixed()])
  })

  it('take the greatest loss of both units from the buying power, twice on margin', () => {
    const { priced } = figures(putVertical)
    expect(priced?.power.taken.toFixed(2)).toBe(new Decimal(500).minus(credit.times(100)).times(4).toFixed(2))
    expect(figures(putVertical, 'CASH').priced?.power.needsMargin).toBe(true)
  })

  it('have the greeks of the chain, times the shares of both units', () => {
    const { priced } = figures(putVertical)
    for (const greek of ['delta', 'gamma', 'theta', 'vega', 'rho'] as const)
      expect(priced?.greeks[greek]).toBeCloseTo(200 * (low[greek]! - high[greek]!), 4)
  })

  it('win with the lognormal chance that the share ends above the break-even', () => {
    const years = yearsUntil(day, chain.quotedMs)
    const drift = (0.04 - 0.01 - 0.02) * years
    const above = (price: number) => 1 - normalBelow((Math.log(price / 450) - drift) / (0.2 * Math.sqrt(years)))
    expect(figures(putVertical).priced?.chance).toBeCloseTo(above(440 - credit.toNumber()), 9)
    expect(figures({ ...putVertical, net: '4.90', isCredit: true }).priced?.chance).toBeCloseTo(above(435.1), 9)
  })
})

it('a typed net price counts instead of the mid', () => {
  const quote = { natural: null, mid: new Decimal('-1.2') }
  expect(netOfForm({ net: '', isCredit: false }, quote)?.toFixed()).toBe('-1.2')
  expect(netOfForm({ net: '1.10', isCredit: true }, quote)?.toFixed()).toBe('-1.1')
  expect(netOfForm({ net: '1.10', isCredit: false }, quote)?.toFixed()).toBe('1.1')
})

it('nothing is computed without units, a price, or a volatility', () => {
  expect(figures({ ...putVertical, units: '0' }).priced).toBeNull()
  const form = { ...emptyForm, own: [{ code: 'SPY   260918C00450000', quantity: 1 }], net: '1' }
  expect(figures(form).priced).toBeNull()
  expect([unitsOfForm({ units: '2' }), unitsOfForm({ units: '2.5' }), unitsOfForm({ units: '' })]).toEqual([2, 0, 0])
})

it('a leg closes what is held on the other side and opens otherwise', () => {
  const [bought, written] = legsOfForm(putVertical, options).legs!.toReversed()
  const instruction = (leg: typeof bought, held: number) => instructionOfLeg(leg!, held, 2)
  expect([instruction(bought, 0), instruction(bought, -2), instruction(bought, -1), instruction(bought, 3)]).toEqual([
    'BUY_TO_OPEN',
    'BUY_TO_CLOSE',
    'BUY_TO_OPEN',
    'BUY_TO_OPEN',
  ])
  expect([instruction(written, 0), instruction(written, 2), instruction(written, 1)]).toEqual([
    'SELL_TO_OPEN',
    'SELL_TO_CLOSE',
    'SELL_TO_OPEN',
  ])
  expect(instructionOfLeg({ ...bought!, contract: null, quantity: -100 }, 100, 1)).toBe('SELL')
})

it('says which two orders to send where a leg would close a part and open the other side', () => {
  const legs = legsOfForm(putVertical, options).legs!
  const [written] = legs
  const say = (held: number) => turnOverOf(legs, (code) => (code === written!.code ? held : 0), 3)
  expect(say(2)).toMatch(/^2 .* are held, and the order sells 3\. .*: sell 2 to close first, then 1 to open\.$/)
  expect([say(3), say(0), say(-2)]).toEqual([undefined, undefined, undefined])
})

it('says why an order cannot be sent', () => {
  const legs = legsOfForm(putVertical, options).legs!
  const fault = (list: typeof legs, net: string | null, units = 1) =>
    strategyFault(list, { net: net === null ? null : new Decimal(net), units })
  expect(fault(legs, '-1.2')).toBeUndefined()
  expect(fault([], '-1.2')).toBe('Click a bid or an ask of the chain to add a leg')
  expect(fault([...legs, ...legs, ...legs], '-1.2')).toBe('An order of several legs has two to four')
  expect(fault(legs, null)).toBe('Enter a net price')
  expect(fault(legs, '1.205')).toBe('Enter the net price in whole cents')
  expect(fault(legs, '1.2', 0)).toBe('Enter a whole number of units')
})
