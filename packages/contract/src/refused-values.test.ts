// Values that no call takes, and what is said of them.
import { describe, expect, test } from 'vitest'
import { decodeInput } from './input-words.ts'
import { routes } from './routes.ts'

const faultOf = (schema: Parameters<typeof decodeInput>[0], wire: object, field: string): string | undefined =>
  decodeInput(schema, wire).error?.issues.find(({ path }) => path.join('.') === field)?.message

const whole = { quantity: 1, directionality: 'BUY', accountNumber: '1', orderType: 'LIMIT', duration: 'DAY' }

test('a negative initial balance is refused, and none is one of 0', () => {
  const { body } = routes.account.updateInitialBalance
  const id = '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a01'
  const words = 'Enter an initial balance of 0.00 or more.'
  for (const initialBalance of [-0.01, '-5000.00'])
    expect(faultOf(body, { id, initialBalance }, 'initialBalance')).toBe(words)
  for (const initialBalance of [0, '0.00', 5000]) expect(decodeInput(body, { id, initialBalance }).success).toBe(true)
})

test.each([1e12, '1000000000000', 1e21, 10_000_001, 0, -5])(
  'a quantity of %j is refused with the limit',
  (quantity) => {
    expect(faultOf(routes.order.putOrder.body, { quantity }, 'quantity')).toBe('Enter 1 to 10,000,000 whole shares.')
  },
)

test('a price that is no number is refused as such, and its tick is not judged', () => {
  const body = { ticket: 'SPY', price: 10, limitPrice: '2026-03-08T02:30:00-05:00', orderType: 'LIMIT' }
  expect(faultOf(routes.order.putOrder.body, { ...whole, ...body }, 'limitPrice')).toBe('Enter at most 24 digits.')
})

test('an amount beyond every limit is not called one with too many decimals', () => {
  const { body } = routes.account.updateInitialBalance
  expect(faultOf(body, { initialBalance: 1e15 }, 'initialBalance')).toBe(
    'Enter an amount below $1,000,000,000,000,000.',
  )
  expect(faultOf(routes.order.putOrder.body, { price: 1e12 }, 'price')).toBe('Enter a number below 1,000,000,000,000.')
})

describe('the code of an option that is malformed', () => {
  const words =
    'An option code has 21 characters: the symbol filled up with blanks to six, the day, C or P, and the strike in ' +
    'thousandths of a dollar, like "AAPL  261218C00235000".'

  test.each(['AAPL 261218C00235000', 'AAPL  261318C00235000', 'AAPL261218C00235'])('%j cannot be ordered', (ticket) => {
    for (const { body } of [routes.order.putOrder, routes.order.putOrderWithTrigger, routes.order.previewOrder])
      expect(faultOf(body, { ticket }, 'ticket')).toBe(words)
  })

  test.each(['AAPL  261218C00235000', 'AAPL261218C00235', 'A$%', 'A B'])('%j has no chains', (code) => {
    const { option } = routes
    for (const { params } of [option.findOptionChainsByInstrumentCode, option.findExpirations])
      expect(faultOf(params, { code }, 'code')).toBe('Enter the code of the share, such as AAPL.')
  })

  test('a good one can be ordered', () => {
    expect(faultOf(routes.order.putOrder.body, { ticket: 'aapl  261218c00235000' }, 'ticket')).toBeUndefined()
  })
})
