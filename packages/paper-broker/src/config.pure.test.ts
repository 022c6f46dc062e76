import { describe, expect, it } from 'vitest'
import { PLAIN_SETTINGS } from './order/account-book.ts'
import { BrokerConfigError, readBrokerConfig } from './config.ts'

const NEEDED = { DATABASE_URL: 'postgres://somewhere/db', PAPER_CLIENT_SECRET: 'a secret of length' }

function complaint(variables: Record<string, string>): string {
  try {
    readBrokerConfig(variables)
  } catch (error) {
    if (error instanceof BrokerConfigError) return error.message
    throw error
  }
  return ''
}

describe('the settings of the brokerage', () => {
  it('have defaults for everything but the database and the secret', () => {
    expect(readBrokerConfig(NEEDED)).toMatchObject({
      port: 4610,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:4610',
      demonstration: undefined,
      fixedNowMs: undefined,
    })
  })

  it('execute orders plainly, for the fee of each contract, unless told otherwise', () => {
    expect(readBrokerConfig(NEEDED)).toMatchObject({
      requestsPerMinute: undefined,
      settings: { ...PLAIN_SETTINGS, contractFee: 65n },
    })
    const told = {
      PAPER_REQUESTS_PER_MINUTE: '120',
      PAPER_PARTIAL_FILLS: '10',
      PAPER_LATENCY_MS: '1500',
      PAPER_SLIPPAGE: '0.01',
      PAPER_CONTRACT_FEE: '0.5',
      PAPER_COMMISSION: '0.65',
      CLUBFOLIO_MARKET_SEED: 'ours',
    }
    expect(readBrokerConfig({ ...NEEDED, ...told })).toMatchObject({
      requestsPerMinute: 120,
      settings: {
        slippage: 100n,
        commission: 65n,
        contractFee: 50n,
        partialFills: { seed: 'ours', percent: 10 },
        latencyMs: 1500,
      },
    })
  })

  it('name every missing variable at once', () => {
    expect(complaint({}).split('\n')).toEqual([
      expect.stringContaining('DATABASE_URL is missing'),
      expect.stringContaining('PAPER_CLIENT_SECRET is missing'),
    ])
  })

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not'],
    [{ PAPER_PORT: '70000' }, 'PAPER_PORT is not'],
    [{ PAPER_PORT: 'abc' }, 'PAPER_PORT is not'],
    [{ PAPER_PUBLIC_URL: 'http://x/path' }, 'PAPER_PUBLIC_URL is no address'],
    [{ PAPER_CALLBACK_URL: 'http://app.example.com/account' }, 'PAPER_CALLBACK_URL cannot be used'],
    [{ PAPER_HOST: '0.0.0.0' }, 'listens on 127.0.0.1 only'],
    [{ PAPER_PARTIAL_FILLS: '101' }, 'PAPER_PARTIAL_FILLS is a percentage'],
    [{ PAPER_PARTIAL_FILLS: 'some' }, 'PAPER_PARTIAL_FILLS is a percentage'],
    [{ PAPER_LATENCY_MS: '-1' }, 'PAPER_LATENCY_MS is a number'],
    [{ PAPER_SLIPPAGE: 'a cent' }, 'PAPER_SLIPPAGE is dollars'],
    [{ PAPER_COMMISSION: '0.655' }, 'PAPER_COMMISSION is dollars'],
    [{ PAPER_REQUESTS_PER_MINUTE: 'few' }, 'PAPER_REQUESTS_PER_MINUTE is a whole number'],
    [{ CLUBFOLIO_NOW: 'soon' }, 'CLUBFOLIO_NOW is no instant'],
    [{ CLUBFOLIO_MARKET_INSTRUMENTS: '3' }, 'CLUBFOLIO_MARKET_INSTRUMENTS'],
    [{ NODE_ENV: 'production' }, 'PAPER_PUBLIC_URL is missing or not https'],
    [{ NODE_ENV: 'production', PAPER_PUBLIC_URL: 'https://p.example', PAPER_DEMO: 'yes' }, 'PAPER_DEMO is yes'],
    [
      { NODE_ENV: 'production', PAPER_PUBLIC_URL: 'https://p.example', CLUBFOLIO_NOW: '2026-03-04T15:00:00Z' },
      'CLUBFOLIO_NOW is set',
    ],
  ])('refuse %j with a sentence', (variables, sentence) => {
    expect(complaint({ ...NEEDED, ...variables })).toContain(sentence)
  })
})
