// What Alpaca would refuse, found before an order is sent.
import { dayTime, type OrderTerms, singleOrder, toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { BrokerFailure, type BrokerPosition } from '../port.ts'
import { previewRejects, type PreviewReads } from './preview-order.ts'
import { AlpacaAccountAnswer } from './read-account.ts'
import { AssetAnswer } from './read-asset.ts'

const terms: OrderTerms = {
  symbol: 'ACME',
  instruction: 'BUY',
  quantity: '10',
  price: { type: 'LIMIT', limitPrice: '50' },
  ...dayTime,
}
const account = {
  id: 'id',
  account_number: 'PA1',
  status: 'ACTIVE',
  cash: '1000',
  equity: '1000',
  buying_power: '500',
  shorting_enabled: true,
}
const asset = { symbol: 'ACME', status: 'active', tradable: true, shortable: true, easy_to_borrow: true }
const held = (quantity: string): BrokerPosition => ({
  symbol: 'ACME',
  assetType: 'EQUITY',
  description: null,
  multiplier: 1,
  quantity,
  averagePrice: '50',
  marketValueCents: toCents(0n),
  openProfitCents: toCents(0n),
})

interface World {
  readonly account?: object
  readonly asset?: object
  readonly positions?: readonly BrokerPosition[]
  readonly last?: string | null
}

async function rejects(more: Partial<OrderTerms>, world: World = {}): Promise<readonly string[]> {
  const reads: PreviewReads = {
    account: () => Promise.resolve(AlpacaAccountAnswer.parse({ ...account, ...world.account })),
    asset: () => Promise.resolve(AssetAnswer.parse({ ...asset, ...world.asset })),
    positions: () => Promise.resolve(world.positions ?? []),
    last: () => Promise.resolve(world.last ?? null),
  }
  return previewRejects(singleOrder({ ...terms, ...more }), reads)
}

const saying = (text: string) => [expect.stringContaining(text) as string]

test('an order that the account can pay for is not rejected, one cent more is', async () => {
  expect(await rejects({})).toEqual([])
  expect(await rejects({ price: { type: 'LIMIT', limitPrice: '50.01' } })).toEqual(
    saying('needs $500.10 of buying power, and the account has $500.00'),
  )
  expect(await rejects({ price: { type: 'MARKET' } }, { last: '50.01' })).toEqual(saying('buying power'))
})

test('a short sale reserves three percent more than the price', async () => {
  const short = { instruction: 'SELL_SHORT', price: { type: 'MARKET' }, quantity: '9' } as const
  expect(await rejects(short, { last: '53' })).toEqual([])
  expect(await rejects(short, { last: '54' })).toEqual(saying('$500.58'))
})

test.each([
  [{ shortable: false }, 'does not lend ACME'],
  [{ easy_to_borrow: false }, 'hard to borrow'],
  [{ tradable: false }, 'does not trade ACME'],
])('a short sale of a share that is %j is rejected in words', async (more, words) => {
  expect(await rejects({ instruction: 'SELL_SHORT', quantity: '1' }, { asset: more })).toEqual(saying(words))
})

test('a share that is hard to borrow can be bought', async () => {
  expect(await rejects({}, { asset: { shortable: false, easy_to_borrow: false } })).toEqual([])
})

test.each([
  [{ trade_suspended_by_user: true }, 'suspended in the settings'],
  [{ trading_blocked: true }, 'blocked this account'],
  [{ status: 'SUBMITTED' }, 'not open for trading'],
])('an account that is %j takes no orders', async (more, words) => {
  expect(await rejects({}, { account: more })).toEqual(saying(words))
})

test('an account that may not sell short says where to allow it', async () => {
  expect(await rejects({ instruction: 'SELL_SHORT', quantity: '1' }, { account: { shorting_enabled: false } })).toEqual(
    saying('may not sell short'),
  )
})

test('closing needs a position of that side and size', async () => {
  expect(await rejects({ instruction: 'SELL' }, { positions: [held('10')] })).toEqual([])
  expect(await rejects({ instruction: 'SELL' }, { positions: [held('9')] })).toEqual(saying('holds 9 of ACME'))
  expect(await rejects({ instruction: 'SELL' }, { positions: [held('-10')] })).toEqual(saying('holds 0 of ACME'))
  expect(await rejects({ instruction: 'BUY_TO_COVER' }, { positions: [held('-10')] })).toEqual([])
  expect(await rejects({ instruction: 'BUY_TO_COVER' }, { positions: [held('10')] })).toEqual(saying('0 short of ACME'))
})

test('a symbol that Alpaca does not know is rejected; a broken line is a failure', async () => {
  const failing = (kind: 'REFUSED' | 'UNAVAILABLE'): PreviewReads => ({
    account: () => Promise.resolve(AlpacaAccountAnswer.parse(account)),
    asset: () => Promise.reject(new BrokerFailure(kind, 'why')),
    positions: () => Promise.resolve([]),
    last: () => Promise.resolve(null),
  })
  expect(await previewRejects(singleOrder(terms), failing('REFUSED'))).toEqual(saying('does not know ACME'))
  await expect(previewRejects(singleOrder(terms), failing('UNAVAILABLE'))).rejects.toThrow('why')
})
