import { describe, expect, test } from 'vitest'
import { readConfig } from '../../kernel/config.ts'
import { chooseMessages, usesOutbox } from './choose-messages.ts'

const outbox = { sms: { send: () => Promise.resolve() }, mail: { send: () => Promise.resolve() } }
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+12125550100' }
const smtp = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example' }

describe('who sends messages', () => {
  test.each([
    ['nobody is named', {}, { sms: true, mail: true, uses: true }],
    ['Twilio is named', twilio, { sms: false, mail: true, uses: true }],
    ['a mail server is named', smtp, { sms: true, mail: false, uses: true }],
    ['both are named', { ...twilio, ...smtp }, { sms: false, mail: false, uses: false }],
  ])('when %s', async (_name, environment, expected) => {
    const config = readConfig(environment, '/data')
    const chosen = await chooseMessages(config, outbox)
    expect({ sms: chosen.sms === outbox.sms, mail: chosen.mail === outbox.mail, uses: usesOutbox(config) }).toEqual(
      expected,
    )
  })
})
