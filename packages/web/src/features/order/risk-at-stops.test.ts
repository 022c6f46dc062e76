import { expect, test } from 'vitest'
import { cents, sampleOperation, samplePreview } from '../../testing/samples.ts'
import { riskAtStops } from './risk-at-stops.ts'
import { orderOf, startForm } from './ticket-form.ts'

const held = (fields: Parameters<typeof sampleOperation>[0]) =>
  sampleOperation({ longQuantity: 100, shortQuantity: 0, averagePrice: 50, ...fields })
const others = [held({ code: 'AAA', riskQty: cents(300) }), held({ code: 'BBB', riskQty: cents(850) })]
const order = (request: Parameters<typeof startForm>[0]) => orderOf(startForm({ code: 'SPY', ...request }, '1001'))
const entry = order({ quantity: '100', price: '50', stopPrice: '48.49' })

test('an entry adds what it loses at its stop', () => {
  expect(riskAtStops(others, entry, samplePreview({ lossAtStop: cents(151) }))).toEqual({
    before: cents(1_150),
    after: cents(1_301),
    withoutStop: 0,
  })
})

test('an entry without a stop is counted beside the sum, as are positions without one', () => {
  const bare = [...others, held({ code: 'CCC', riskQty: null })]
  expect(riskAtStops(bare, order({ quantity: '100', price: '50' }), samplePreview())).toEqual({
    before: cents(1_150),
    after: cents(1_150),
    withoutStop: 2,
  })
})

test.each([
  ['a pair', { isPair: true, stopPrice: '49', targetPrice: '60' }, { stopPrice: '49' }, 100],
  ['a stop', { orderType: 'STOP', price: '49' }, { price: '49' }, 100],
  ['a stop in the profit', { orderType: 'STOP', price: '51' }, { price: '51' }, 0],
] as const)('%s replaces what its position loses', (_what, request, shown, loss) => {
  const own = held({ code: 'SPY', riskQty: cents(700) })
  expect(
    riskAtStops(
      [...others, own],
      order({ directionality: 'SELL', quantity: '100', ...request }),
      samplePreview({ brokerInstruction: 'SELL', ...shown }),
    ),
  ).toEqual({ before: cents(1_850), after: cents(1_150 + loss), withoutStop: 0 })
})

test('a sale of half leaves half of the loss at the stop, and of all none', () => {
  const own = held({ code: 'SPY', riskQty: cents(700) })
  const after = (quantity: string) =>
    riskAtStops(
      [own],
      order({ directionality: 'SELL', orderType: 'LIMIT', quantity, price: '52' }),
      samplePreview({ brokerInstruction: 'SELL', price: '52' }),
    ).after
  expect([after('50'), after('100')]).toEqual([cents(350), cents(0)])
})
