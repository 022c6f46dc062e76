import { expect, test } from 'vitest'
import { readConfig } from '../kernel/config.ts'
import { announce } from './announce.ts'

const shared = {
  DATABASE_URL: 'postgres://127.0.0.1/clubfolio',
  CLUBFOLIO_SECRET_KEY: 'a key of more than thirty-two letters',
}
const live = {
  BROKER_TRADER_URL: 'https://broker.example/trader',
  BROKER_CLIENT_ID: 'id',
  BROKER_CLIENT_SECRET: 'secret',
  BROKER_CALLBACK_URL: 'https://club.example/account',
}
const words = (environment: Record<string, string>): string =>
  announce(readConfig({ ...shared, ...environment }, '/data'), [], 1)

test('the whole product names its paper brokerage, its login there, and where codes appear', () => {
  expect(words({})).toContain('Paper brokerage at http://127.0.0.1:4610')
  expect(words({})).toContain('where the manager is demo')
  expect(words({})).toContain('http://127.0.0.1:4600/outbox')
  // Behind a proxy too: the outbox is readable from this machine only.
  expect(words({ CLUBFOLIO_ORIGIN: 'https://club.example', PORT: '4601' })).toContain(
    'shown at http://127.0.0.1:4601/outbox',
  )
})

test('a process of several starts no paper brokerage, makes no login there, and says how one is started', () => {
  for (const ROLE of ['web', 'worker']) {
    expect(words({ ROLE })).toContain('npm run paper-broker')
    expect(words({ ROLE })).not.toContain('where the manager is demo')
  }
  // Codes are printed by the process that accepted the password, which is never a worker.
  expect(words({ ROLE: 'worker' })).not.toContain('is printed here')
})

test('beside a live brokerage no paper brokerage is named', () => {
  expect(words(live)).not.toMatch(/paper brokerage/i)
})

test('in production it is the address alone', () => {
  const production = {
    NODE_ENV: 'production',
    CLUBFOLIO_ORIGIN: 'https://club.example',
    SMTP_URL: 'smtps://mail.example:465',
    MAIL_FROM: 'Club <club@club.example>',
    TWILIO_ACCOUNT_SID: 'sid',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12125550100',
  }
  expect(words({ ...live, ...production })).toBe('\nClubfolio answers at https://club.example (ready after 1.0 s)\n')
})
