import { describe, expect, it } from 'vitest'
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
    expect(readBrokerConfig(NEEDED)).toMatchObject({ port: 4610, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4610', demonstration: undefined, fixedNowMs: undefined })
  })

  it('name every missing variable at once', () => {
    expect(complaint({}).split('\n')).toEqual([expect.stringContaining('DATABASE_URL is missing'), expect.stringContaining('PAPER_CLIENT_SECRET is missing')])
  })

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not'],
    [{ PAPER_PORT: '70000' }, 'PAPER_PORT is not'],
    [{ PAPER_PORT: 'abc' }, 'PAPER_PORT is not'],
    [{ PAPER_PUBLIC_URL: 'http://x/path' }, 'PAPER_PUBLIC_URL is no address'],
    [{ PAPER_CALLBACK_URL: 'http://app.example.com/account' }, 'PAPER_CALLBACK_URL cannot be used'],
    [{ PAPER_HOST: '0.0.0.0' }, 'listens on 127.0.0.1 only'],
    [{ CLUBFOLIO_NOW: 'soon' }, 'CLUBFOLIO_NOW is no instant'],
    [{ CLUBFOLIO_MARKET_INSTRUMENTS: '3' }, 'CLUBFOLIO_MARKET_INSTRUMENTS'],
    [{ NODE_ENV: 'production' }, 'PAPER_PUBLIC_URL is missing or not https'],
    [{ NODE_ENV: 'production', PAPER_PUBLIC_URL: 'https://p.example', PAPER_DEMO: 'yes' }, 'PAPER_DEMO is yes'],
    [{ NODE_ENV: 'production', PAPER_PUBLIC_URL: 'https://p.example', CLUBFOLIO_NOW: '2026-03-04T15:00:00Z' }, 'CLUBFOLIO_NOW is set'],
  ])('refuse %j with a sentence', (variables, sentence) => {
    expect(complaint({ ...NEEDED, ...variables })).toContain(sentence)
  })
})
