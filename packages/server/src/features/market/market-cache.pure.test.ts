import { expect, test, vi } from 'vitest'
import { createMarketCache } from './market-cache.ts'
import type { MarketWatch } from './watch-market.ts'

function marketAt(version: string | undefined): MarketWatch & { version: () => string | undefined } {
  return { version: () => version, renew: () => undefined, watch: () => undefined, stop: () => Promise.resolve() }
}

type Read = Parameters<ReturnType<typeof createMarketCache<{ key: string } | null>>['findAll']>[2]

const reader = () =>
  vi.fn<Read>((keys) => Promise.resolve(new Map(keys.map((key) => [key, key === 'none' ? null : { key }]))))

test('only what is not kept is read, and a code that the market does not list is kept as well', async () => {
  const cache = createMarketCache<{ key: string } | null>(10)
  const market = marketAt('1')
  const read = reader()
  const first = await cache.findAll(market, ['a', 'none'], read)
  const second = await cache.findAll(market, ['none', 'b', 'a'], read)
  expect(read.mock.calls).toEqual([[['a', 'none']], [['b']]])
  expect(second.get('a')).toBe(first.get('a'))
  expect(second.get('none')).toBeNull()
  expect(second.size).toBe(3)
})

test('nothing is found after the market has changed, or while changes could be missed', async () => {
  const cache = createMarketCache<{ key: string } | null>(10)
  let version: string | undefined = '1'
  const market = { ...marketAt('1'), version: () => version }
  const read = reader()
  await cache.findAll(market, ['a'], read)
  version = '2'
  await cache.findAll(market, ['a'], async (keys) => {
    const found = await read(keys)
    version = '3'
    return found
  })
  await cache.findAll(market, ['a'], read)
  version = undefined
  await cache.findAll(market, ['a'], read)
  await cache.findAll(market, ['a'], read)
  expect(read).toHaveBeenCalledTimes(5)
  await cache.findAll(market, [], read)
  expect(read).toHaveBeenCalledTimes(5)
})

test('what was read before a change does not displace what was read after it', async () => {
  const cache = createMarketCache<{ key: string } | null>(10)
  let version = '1'
  const market = { ...marketAt('1'), version: () => version }
  const read = reader()
  await cache.findAll(market, ['a'], async (keys) => {
    version = '2'
    await cache.findAll(market, ['a'], read)
    return read(keys)
  })
  await cache.findAll(market, ['a'], read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('two markets keep their own', async () => {
  const cache = createMarketCache<{ key: string } | null>(10)
  const read = reader()
  await cache.findAll(marketAt('1'), ['a'], read)
  await cache.findAll(marketAt('1'), ['a'], read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what was read longest ago is given up first', async () => {
  const cache = createMarketCache<{ key: string } | null>(2)
  const market = marketAt('1')
  const read = reader()
  await cache.findAll(market, ['a', 'b'], read)
  await cache.findAll(market, ['a', 'c'], read)
  await cache.findAll(market, ['a', 'b'], read)
  expect(read.mock.calls).toEqual([[['a', 'b']], [['c']], [['b']]])
})
