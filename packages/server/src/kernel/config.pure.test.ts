import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const complaint = (environment: Record<string, string>): string => {
  try {
    readConfig(environment, '/data')
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('configuration', () => {
  test('has a default for everything a first start needs', () => {
    const config = readConfig({}, '/data')
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      paperPort: 4610,
      origin: 'http://127.0.0.1:4600',
      dataDirectory: '/data',
      role: 'all',
      webProcesses: 'auto',
    })
  })

  test('takes the number of web processes as a number', () => {
    expect(readConfig({ CLUBFOLIO_PROCESSES: '3' }, '/data').webProcesses).toBe(3)
    expect(readConfig({ CLUBFOLIO_PROCESSES: 'auto' }, '/data').webProcesses).toBe('auto')
  })

  test('reads empty variables as absent, as an .env file leaves them', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, '/data')).toMatchObject({ port: 4600, databaseUrl: undefined })
  })

  test('port 0 leaves the choice to the system: the brokerage has no address until it runs', () => {
    expect(readConfig({ PORT: '0', PAPER_PORT: '0' }, '/data')).toMatchObject({
      port: 0,
      paperPort: 0,
      paperPublicUrl: undefined,
    })
    expect(readConfig({ PAPER_PORT: '0', PAPER_PUBLIC_URL: 'https://paper.example/' }, '/data')).toMatchObject({
      paperPort: 0,
      paperPublicUrl: 'https://paper.example',
    })
  })

  test('hands every setting of the paper brokerage on that .env.example and the guide name', () => {
    const named = (file: string) => [
      ...new Set(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8').match(/\bPAPER_[A-Z_]+\b/g)),
    ]
    // Addresses, ports and callers belong to the server itself, or to a brokerage that runs on its own.
    const ours = /^PAPER_(PORT|PUBLIC_URL|CLIENT_SECRET|CALLBACK_URL|DEMO)$/
    for (const file of ['.env.example', 'docs/operations.md']) {
      const names = named(file).filter((name) => !ours.test(name))
      expect(names).toContain('PAPER_SLIPPAGE')
      const given = Object.fromEntries(names.map((name) => [name, name === 'PAPER_HOURS' ? 'new-york' : '1']))
      expect(readConfig(given, '/data').paperSettings).toEqual(given)
    }
  })

  test.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [
      {
        ROLE: 'web',
        PAPER_PORT: '0',
        DATABASE_URL: 'postgres://127.0.0.1/clubfolio',
        CLUBFOLIO_SECRET_KEY: 'a key of more than thirty-two letters',
      },
      'PAPER_PORT',
    ],
    [{ CLUBFOLIO_PROCESSES: '0' }, 'CLUBFOLIO_PROCESSES'],
    [{ CLUBFOLIO_PROCESSES: 'many' }, 'CLUBFOLIO_PROCESSES: auto, or a number from 1 to 64'],
    [
      {
        ROLE: 'worker',
        CLUBFOLIO_PROCESSES: '2',
        DATABASE_URL: 'postgres://127.0.0.1/clubfolio',
        CLUBFOLIO_SECRET_KEY: 'a key of more than thirty-two letters',
      },
      'CLUBFOLIO_PROCESSES counts processes that serve pages',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ CLUBFOLIO_SECRET_KEY: 'short' }, 'CLUBFOLIO_SECRET_KEY'],
    [{ CLUBFOLIO_NOW: 'yesterday' }, 'CLUBFOLIO_NOW'],
    [{ HOST: '0.0.0.0' }, 'CLUBFOLIO_PUBLIC_DEMO'],
    [{ BROKER_TRADER_URL: 'https://broker.example/trader' }, 'BROKER_CLIENT_ID'],
    [{ ALPACA_CLIENT_ID: 'id' }, 'ALPACA_CLIENT_SECRET is missing'],
    [{ ALPACA: 'yes', ALPACA_CLIENT_SECRET: 'secret' }, 'ALPACA_CLIENT_ID is missing'],
    [{ ALPACA_PAPER: 'yes' }, 'ALPACA_PAPER is set, but Alpaca is not used'],
    [{ ALPACA_DATA_URL: 'https://data.example' }, 'ALPACA_DATA_URL is set, but Alpaca is not used'],
    [{ ALPACA: 'yes', ALPACA_TRADING_URL: 'https://trade.example' }, 'ALPACA_STREAM_URL is missing'],
    [{ ALPACA: 'yes', ALPACA_FEED: 'nyse' }, 'ALPACA_FEED'],
    [{ ALPACA_SYMBOLS: 'AAPL' }, 'ALPACA_DATA_KEY_ID is missing'],
    [{ ALPACA_SYMBOLS: 'AAPL', ALPACA_DATA_KEY_ID: 'PK1' }, 'ALPACA_DATA_SECRET_KEY is missing'],
    [{ ALPACA_SYMBOLS: 'AAPL,BRK-B' }, 'ALPACA_SYMBOLS: BRK-B'],
    [{ CLUBFOLIO_MARKET_SOURCE: 'alpaca' }, 'ALPACA_SYMBOLS is missing'],
    [{ ALPACA_DATA_KEY_ID: 'PK1' }, 'ALPACA_DATA_KEY_ID is set, but Alpaca is not used'],
    [{ ALPACA: 'yes', ALPACA_STREAM_URL: 'https://trade.example' }, 'ALPACA_STREAM_URL'],
    [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+12125550100' }, 'TWILIO_AUTH_TOKEN'],
    [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '0212' }, 'TWILIO_FROM'],
    [{ SMTP_URL: 'smtps://mail.example' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
    [{ RECAPTCHA_SITE_KEY: 'site' }, 'RECAPTCHA_SECRET'],
    [{ OIDC_ISSUER: 'https://login.example.test' }, 'OIDC_CLIENT_ID is missing'],
    [{ OIDC_TRUSTED_ACR: 'strong' }, 'OIDC_ISSUER is missing'],
    [{ CLUBFOLIO_MARKET_SOURCE: 'yahoo' }, 'CLUBFOLIO_YAHOO_SYMBOLS'],
    [{ CLUBFOLIO_MARKET_SOURCE: 'schwab' }, 'CLUBFOLIO_MARKET_SOURCE'],
    [{ CLUBFOLIO_YAHOO_SYMBOLS: 'AAPL,a b' }, 'CLUBFOLIO_YAHOO_SYMBOLS: A B'],
    [{ CLUBFOLIO_YAHOO_URL: 'yahoo' }, 'CLUBFOLIO_YAHOO_URL'],
  ])('complains about %o by name', (environment, name) => {
    expect(complaint(environment)).toContain(name)
  })

  test('in production names everything that is missing, at once', () => {
    const text = complaint({ NODE_ENV: 'production' })
    for (const name of [
      'DATABASE_URL',
      'CLUBFOLIO_SECRET_KEY',
      'CLUBFOLIO_ORIGIN',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
      'SMTP_URL',
      'MAIL_FROM',
    ]) {
      expect(text).toContain(name)
    }
  })

  test('in production is content with real things, and wants https', () => {
    const real = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db.example/clubfolio',
      CLUBFOLIO_SECRET_KEY: 'k'.repeat(48),
      CLUBFOLIO_ORIGIN: 'https://club.example',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12125550100',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'Clubfolio <no-reply@club.example>',
    }
    expect(readConfig(real, '/data').messages).toEqual({
      twilio: { accountSid: 'AC1', authToken: 'token', from: '+12125550100', url: 'https://api.twilio.com' },
      smtp: { url: 'smtps://user:secret@mail.example', from: 'Clubfolio <no-reply@club.example>' },
    })
    expect(complaint({ ...real, CLUBFOLIO_ORIGIN: 'http://club.example' })).toContain('https://')
    expect(complaint({ ...real, SMTP_URL: '' })).toContain('SMTP_URL is missing')
    expect(complaint({ ...real, ALPACA: 'yes', ALPACA_DATA_URL: 'http://data.example' })).toContain(
      'ALPACA_DATA_URL must start with https://',
    )
    expect(complaint({ ...real, ALPACA: 'yes', ALPACA_STREAM_URL: 'ws://stream.example' })).toContain('wss://')
  })

  test('outside production leaves messages to the outbox and the captcha to our own', () => {
    expect(readConfig({}, '/data')).toMatchObject({
      messages: { twilio: undefined, smtp: undefined },
      recaptcha: undefined,
    })
  })
})

test('several secret keys are listed with the newest first, and each of them is long enough', () => {
  const [newest, older] = ['n'.repeat(32), 'o'.repeat(40)]
  expect(readConfig({ CLUBFOLIO_SECRET_KEY: `${newest},${older}` }, '/data').secretKeys).toEqual([newest, older])
  for (const keys of [`${newest},short`, `${newest},`, `${newest}, `])
    expect(() => readConfig({ CLUBFOLIO_SECRET_KEY: keys }, '/data')).toThrow('each key has at least 32 characters')
})

test('the address that is asked for a newer version is https, or in a network that is allowed', () => {
  const read = (address: string, allowed = '') =>
    readConfig({ CLUBFOLIO_UPDATE_CHECK: address, CLUBFOLIO_OUTBOUND_ALLOW: allowed }, '/data').updateCheckUrl
  expect(read('https://club.example/newest.json')).toBe('https://club.example/newest.json')
  expect(read('http://10.1.0.9/newest.json', '10.1.0.0/16')).toBe('http://10.1.0.9/newest.json')
  for (const address of ['http://club.example/newest.json', 'club.example'])
    expect(() => read(address)).toThrow('CLUBFOLIO_UPDATE_CHECK: an address that begins with https://')
})

test('networks that requests for users may reach are read as a list, and a wrong one is named', () => {
  expect(readConfig({ CLUBFOLIO_OUTBOUND_ALLOW: '10.1.0.0/16, fd00::/8' }, '/data').outboundNetworks).toEqual([
    '10.1.0.0/16',
    'fd00::/8',
  ])
  expect(() => readConfig({ CLUBFOLIO_OUTBOUND_ALLOW: '10.1.0.0/16,intranet' }, '/data')).toThrow(
    'CLUBFOLIO_OUTBOUND_ALLOW: intranet is no network',
  )
})
