// What every call of the product sends, and how it fails. Source: docs/rules/wire.md, "Calls"; docs/rules/interface.md,
// "Failures".
import { expect, test } from 'vitest'
import { ApiError, createClient } from '../client.ts'
import { routeGroups } from '../route-groups.ts'
import { routes } from '../routes.ts'

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

function clientWith(token: string | undefined, answer: () => Response) {
  const sent: Sent[] = []
  const failures: ApiError[] = []
  const line = { isOnline: true }
  const client = createClient({
    baseUrl: 'http://club.example',
    getToken: () => token,
    isOnline: () => line.isOnline,
    onFailure: (error) => failures.push(error),
    fetch: (url, init) => {
      sent.push({
        url: url as string,
        headers: init?.headers as Record<string, string>,
        body: init?.body as string | undefined,
      })
      return Promise.resolve(answer())
    },
  })
  return { client, sent, failures, line }
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('every call says that it carries JSON, a reading one too', async () => {
  const { client, sent } = clientWith('t', json([]))
  await client.group.findAll()
  expect(sent[0]).toMatchObject({
    url: 'http://club.example/v1/api/group/findAll',
    headers: { 'content-type': 'application/json' },
    body: undefined,
  })
})

test('the token travels in the header Token, never in the address', async () => {
  const { client, sent } = clientWith('secret-token', json([]))
  await client.group.findAll()
  expect(sent[0]!.headers['token']).toBe('secret-token')
  expect(sent[0]!.url).not.toContain('secret-token')
})

test('without a user there is no such header', async () => {
  const { client, sent } = clientWith(
    undefined,
    json({ messageType: 'phone', email: 'a@b.example', expiresInSeconds: 60, resendInSeconds: 30 }),
  )
  await client.security.login({ body: { email: 'a@b.example', password: 'a password' } })
  expect(sent[0]!.headers).not.toHaveProperty('token')
  expect(JSON.parse(sent[0]!.body!)).toEqual({ email: 'a@b.example', password: 'a password' })
})

test('a call of a timer says so, and a repeated effect carries its key', async () => {
  const { client, sent } = clientWith('t', json({ message: 'Saved.' }))
  await client.notification.markAllRead({}, { background: true, idempotencyKey: 'key-00001' })
  expect(sent[0]!.headers).toMatchObject({ background: '1', 'idempotency-key': 'key-00001' })
})

test('a failure is reported to the listener once and thrown on', async () => {
  const { client, failures } = clientWith('t', json({ code: 403, error: 'Not for you.' }, 403))
  await expect(client.group.findAll()).rejects.toThrow('Not for you.')
  expect(failures.map(({ status, message }) => `${status} ${message}`)).toEqual(['403 Not for you.'])
})

test('an answer of another version is no refusal of what was sent: a reading asks for a reload, an effect is not known', async () => {
  const { client, failures } = clientWith('t', json({ nothing: 'of this' }))
  await expect(client.group.findAll()).rejects.toMatchObject({
    status: 0,
    message: 'The server sent an answer that this page cannot read. Reload the page.',
  })
  await expect(client.notification.markAllRead({}, { idempotencyKey: 'key-00001' })).rejects.toMatchObject({
    status: 0,
  })
  expect(failures.map(({ message }) => message)).toEqual([
    expect.stringContaining('Reload the page'),
    expect.not.stringContaining('Invalid input'),
  ])
})

test('input that does not fit never leaves, and fails in the words of the server', async () => {
  const { client, sent, failures } = clientWith(undefined, json({}))
  await expect(client.security.login({ body: { email: 'nobody', password: 'short' } })).rejects.toMatchObject({
    status: 400,
    body: { refusal: 'invalid' },
  })
  expect(sent).toEqual([])
  expect(failures[0]!.body.error).toEqual([
    { field: 'email', message: 'Enter a valid e-mail address.' },
    { field: 'password', message: 'A password has at least 8 characters.' },
  ])
})

test('without a connection every change is refused unsent, before and after its group was loaded, and a question may try', async () => {
  const { client, sent, failures, line } = clientWith('t', json({ data: [] }))
  line.isOnline = false
  const id = '00000000-0000-7000-8000-000000000000'
  const deleteMember = () => client.member.delete({ params: { memberId: id } })
  await expect(deleteMember()).rejects.toMatchObject({ status: 0, message: 'You are offline. Nothing was sent.' })
  line.isOnline = true
  await deleteMember().catch(() => undefined)
  expect(sent).toHaveLength(1)
  line.isOnline = false
  await expect(deleteMember()).rejects.toThrow('You are offline. Nothing was sent.')
  await expect(client.security.touch()).rejects.toThrow('You are offline. Nothing was sent.')
  expect(sent).toHaveLength(1)
  expect(failures.at(-1)?.message).toBe('You are offline. Nothing was sent.')
  line.isOnline = true
  await client.group.findAll().catch(() => undefined)
  line.isOnline = false
  await client.group.findAll().catch(() => undefined)
  expect(sent).toHaveLength(3)
})

test('the groups that are loaded one by one are the whole route table', async () => {
  const loaded = await Promise.all(
    Object.entries(routeGroups).map(async ([group, load]) => [group, await load()] as const),
  )
  expect(Object.fromEntries(loaded)).toEqual(routes)
})

test('once a group is loaded a call of it leaves at once, so that a page can still save while it is left', async () => {
  const { client, sent } = clientWith('t', json([]))
  await client.group.findAll()
  void client.group.findAll()
  expect(sent).toHaveLength(2)
})

test('a client can be awaited and printed like any other object', async () => {
  const { client } = clientWith('t', json([]))
  expect(await Promise.resolve(client.group)).toBe(client.group)
})

test('an answer that finds another user is dropped, good or bad, and nobody calls once the page is over', async () => {
  for (const answer of [json([]), json({ code: 401, error: 'Sign in again.' }, 401)]) {
    let callerId: string | null = 'first'
    let give: () => void = () => undefined
    const sent: Record<string, string>[] = []
    const told: unknown[] = []
    const client = createClient({
      baseUrl: 'http://club.example',
      getToken: () => `token of ${callerId}`,
      getCallerId: () => callerId,
      onFailure: (error) => told.push(error),
      fetch: (_url, init) => {
        sent.push(init!.headers as Record<string, string>)
        return new Promise((resolve) => (give = () => resolve(answer())))
      },
    })
    const follow = (call: Promise<unknown>) =>
      void call.then(
        (value) => told.push(value),
        (error: unknown) => told.push(error),
      )
    follow(client.group.findAll())
    await expect.poll(() => sent.length).toBe(1)
    callerId = 'second'
    give()
    callerId = null
    follow(client.group.findAll())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([told, sent.map(({ token }) => token)]).toEqual([[], ['token of first']])
  }
})

test('a call is made by the user who is signed in when it begins, also while its description is still loading', async () => {
  let token: string | undefined = 'first'
  const sent: string[] = []
  const client = createClient({
    baseUrl: 'http://club.example',
    getToken: () => token,
    fetch: (_url, init) => {
      sent.push((init!.headers as Record<string, string>)['token']!)
      return Promise.resolve(json({ message: 'Signed out.' })())
    },
  })
  const call = client.security.logout()
  token = undefined
  await call
  expect(sent).toEqual(['first'])
})
