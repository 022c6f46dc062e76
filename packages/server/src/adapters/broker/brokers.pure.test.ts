// The registry of the configured brokerages, and the configuration that fills it.
import { expect, test } from 'vitest'
import { readConfig } from '../../kernel/config.ts'
import { alpacaSettings, brokerSettings, paperClient } from './broker-settings.ts'
import { createBrokers } from './brokers.ts'
import { openBrokers } from './open-brokers.ts'
import { createMemoryAllowance } from './testing/memory-allowance.ts'

const live = {
  BROKER_OAUTH_URL: 'https://broker.example/oauth',
  BROKER_TRADER_URL: 'https://broker.example/trader/',
  BROKER_MARKET_DATA_URL: 'https://broker.example/market',
  BROKER_CLIENT_ID: 'live id',
  BROKER_CLIENT_SECRET: 'live secret',
  BROKER_CALLBACK_URL: 'https://club.example/account',
}
const settingsOf = (environment: Record<string, string>) =>
  brokerSettings(readConfig(environment, '/data'), 'the paper secret')
const open = (environment: Record<string, string>) =>
  openBrokers(readConfig(environment, '/data'), {
    paperSecret: 'the paper secret',
    allowanceOf: createMemoryAllowance,
    nowMs: () => 0,
  })

test('without addresses there is the paper brokerage alone, with them the live one alone', () => {
  expect(settingsOf({})).toMatchObject([
    {
      name: 'paper',
      clientId: 'clubfolio',
      clientSecret: 'the paper secret',
      callbackUrl: 'http://127.0.0.1:4600/account',
      traderUrl: 'http://127.0.0.1:4610/trader/v1',
      fundingUrl: 'http://127.0.0.1:4610/paper/v1',
      livesByWallClock: false,
    },
  ])
  expect(settingsOf(live)).toMatchObject([
    {
      name: 'schwab',
      clientId: 'live id',
      oauthUrl: 'https://broker.example/oauth',
      traderUrl: 'https://broker.example/trader',
      livesByWallClock: true,
    },
  ])
  expect(settingsOf(live)).toHaveLength(1)
  expect(settingsOf(live)[0].fundingUrl).toBeUndefined()
})

test('beside a live brokerage the paper one has an identity of its own', () => {
  const both = { ...live, BROKER_WITH_PAPER: 'yes' }
  expect(settingsOf(both)).toMatchObject([
    { name: 'schwab', clientId: 'live id' },
    {
      name: 'paper',
      clientId: 'clubfolio',
      clientSecret: 'the paper secret',
      callbackUrl: 'http://127.0.0.1:4600/account',
      oauthUrl: 'http://127.0.0.1:4610/v1/oauth',
      marketDataUrl: 'http://127.0.0.1:4610/marketdata/v1',
    },
  ])
  const shared = { ...both, PAPER_CLIENT_SECRET: 'a secret that both processes read' }
  expect(paperClient(readConfig(shared, '/data'), 'the paper secret')).toEqual({
    clientId: 'clubfolio',
    clientSecret: 'a secret that both processes read',
    callbackUrl: 'http://127.0.0.1:4600/account',
  })
  const names = { ...live, BROKER_OAUTH_URL: '', BROKER_TRADER_URL: '', BROKER_MARKET_DATA_URL: '' }
  expect(settingsOf(names)).toMatchObject([{ name: 'paper', clientId: 'live id', clientSecret: 'live secret' }])
})

test('an account finds its own brokerage; new ones are linked at the first, or at the one that is asked for', () => {
  const brokers = open({ ...live, BROKER_WITH_PAPER: 'yes' })
  expect(brokers.names).toEqual(['schwab', 'paper'])
  expect(brokers.brokerOf({ broker: 'paper' }).name).toBe('paper')
  expect(brokers.brokerOf({ broker: 'schwab' }).name).toBe('schwab')
  expect([brokers.toLink().name, brokers.toLink('paper').name]).toEqual(['schwab', 'paper'])
  expect(brokers.funded()?.name).toBe('paper')
  expect(open(live).funded()).toBeUndefined()
  expect([open({}), open(live), brokers].map(({ allLiveByWallClock }) => allLiveByWallClock)).toEqual([
    false,
    true,
    false,
  ])
  const [paper, schwab] = [brokers.brokerOf({ broker: 'paper' }), brokers.brokerOf({ broker: 'schwab' })]
  expect(paper.shared.accounts).not.toBe(schwab.shared.accounts)
})

test('a brokerage that is not configured is a failure of its own, and no two share a name', () => {
  const brokers = open(live)
  const gone = expect.objectContaining({ kind: 'UNCONFIGURED', message: expect.stringContaining('"paper"') as string })
  expect(() => brokers.brokerOf({ broker: 'paper' })).toThrow(gone)
  expect(() => brokers.toLink('paper')).toThrow(gone)
  expect(brokers.find('paper')).toBeUndefined()
  expect(() => createBrokers([brokers.toLink(), brokers.toLink()])).toThrow('Two brokerages')
})

test('Alpaca is there beside the others, with its own addresses unless others are given', () => {
  const settings = (environment: Record<string, string>) => alpacaSettings(readConfig(environment, '/data'))
  expect(settings({})).toBeUndefined()
  expect(settings({ ALPACA: 'yes' })).toMatchObject({
    name: 'alpaca',
    title: 'Alpaca',
    isPaper: false,
    client: undefined,
    callbackUrl: 'http://127.0.0.1:4600/account',
    authoriseUrl: 'https://app.alpaca.markets/oauth/authorize',
    tokenUrl: 'https://api.alpaca.markets/oauth/token',
    tradingUrl: 'https://api.alpaca.markets',
    dataUrl: 'https://data.alpaca.markets',
    streamUrl: 'wss://api.alpaca.markets/stream',
    feed: 'iex',
  })
  expect(settings({ ALPACA_CLIENT_ID: 'id', ALPACA_CLIENT_SECRET: 'secret', ALPACA_PAPER: 'yes' })).toMatchObject({
    name: 'alpaca-paper',
    title: 'Alpaca Paper',
    isPaper: true,
    client: { clientId: 'id', clientSecret: 'secret' },
    tradingUrl: 'https://paper-api.alpaca.markets',
    streamUrl: 'wss://paper-api.alpaca.markets/stream',
  })
  const all = open({ ...live, BROKER_WITH_PAPER: 'yes', ALPACA: 'yes' })
  expect(all.names).toEqual(['schwab', 'paper', 'alpaca'])
  expect(open({ ALPACA: 'yes' }).names).toEqual(['paper', 'alpaca'])
})
