import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { mailPassword, startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { MessageFailure } from './message-failure.ts'
import { createSmtp } from './smtp.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A mail server that stops with the test. */
async function startServer(...of: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...of)
  stops.push(() => server.stop())
  return server
}

async function startSilentServer(): Promise<string> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(() => resolve())))
  return `smtp://club:${mailPassword}@127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mail = {
  to: 'nora@example.test',
  subject: 'Set a new Clubfolio password',
  text: 'Open https://club.example/auth#reset=canary-link-77\n\nÅsa',
}
const from = 'Clubfolio <no-reply@club.example>'

const failureOf = async (sending: Promise<void>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MessageFailure)) throw new Error(`expected a failure, got ${String(error)}`)
  const shown = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`
  for (const word of [mailPassword, Buffer.from(mailPassword).toString('base64'), 'canary-link-77', 'nora@'])
    expect(shown).not.toContain(word)
  return error
}

describe('a mail by SMTP', () => {
  test('reaches the server with sender, recipient, subject and text', async () => {
    const { url, received } = await startServer()
    await createSmtp({ url, from }).send(mail)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'no-reply@club.example', to: ['nora@example.test'] })
    expect(received[0]!.text).toContain('Subject: Set a new Clubfolio password')
    expect(received[0]!.text).toContain('#reset=3Dcanary-link-77')
  })

  test('goes to one recipient, whatever the address looks like', async () => {
    const { url, received } = await startServer()
    const smtp = createSmtp({ url, from })
    await smtp.send({ ...mail, to: 'a@example.test,b@example.test' }).catch(() => undefined)
    await smtp.send({ ...mail, to: 'a@example.test\r\nBcc: b@example.test' }).catch(() => undefined)
    expect(received.flatMap((one) => one.to)).not.toContain('b@example.test')
    expect(received.map((one) => one.text).join('\n')).not.toMatch(/^Bcc:/m)
  })

  test('that the server does not take is refused', async () => {
    const { url } = await startServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no nora@example.test here'), { responseCode: 550 })),
    })
    expect(await failureOf(createSmtp({ url, from }).send(mail))).toMatchObject({
      kind: 'refused',
      message: 'The mail server refused the message (550).',
    })
  })

  test('with a wrong password names the setting to look at', async () => {
    const { url } = await startServer({}, 'another')
    expect(await failureOf(createSmtp({ url, from }).send(mail))).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('SMTP_URL') as string,
    })
  })

  test('is given up when the server says nothing', async () => {
    expect(await failureOf(createSmtp({ url: await startSilentServer(), from }, 50).send(mail))).toMatchObject({
      kind: 'timeout',
    })
  })

  test('is unavailable when nobody listens', async () => {
    const url = await startSilentServer()
    await stops.pop()!()
    expect(await failureOf(createSmtp({ url, from }).send(mail))).toMatchObject({ kind: 'unavailable' })
  })

  test('gives no password to a server that offers no encryption, unless it is this machine', async () => {
    const { url: local, received } = await startServer()
    // The same machine under an address that is not recognised as local.
    const url = local.replace('127.0.0.1', '127.0.0.2')
    const reachable = createServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (line) =>
        socket.write(line.toString().startsWith('EHLO') ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : '500 unknown\r\n'),
      )
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => reachable.listen(Number(new URL(url).port), '127.0.0.2', resolve))
    stops.push(() => new Promise((resolve) => reachable.close(() => resolve())))
    const error = await failureOf(createSmtp({ url, from }).send(mail))
    expect(error.kind).toBe('unavailable')
    expect(received).toEqual([])
  })
})
