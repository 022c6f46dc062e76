// Saved charts over real HTTP: stored unchanged, by user, ticker and timing, and limited in number.
import { workspaceCountLimit, workspaceLimit, type Client, type ErrorBody } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let anna: TestUser
let ben: Client
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp(['INVESTORS'])
  ben = (await app.signUp(['INVESTORS'])).client
})
afterAll(() => app.stop())

const key = { symbol: 'CRVN', timing: '_D' } as const
const config = '{"version":1,  "drawings":[{"tool":"of-tomorrow","points":[]}],"note":"\\u0000 <b>"}'

test('a chart comes back byte for byte, for its own ticker and timing', async () => {
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual({ config: null })
  expect(await anna.client.stock.saveWorkspace({ body: { ...key, symbol: 'crvn', config } })).toEqual({
    message: 'The chart is saved.',
  })
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual({ config })
  expect(await anna.client.stock.getWorkspace({ body: { ...key, timing: '_W' } })).toEqual({ config: null })
})

test('the next save takes the place of the one before, and null forgets it', async () => {
  const next = '{"version":2}'
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config } })
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config: next } })
  expect(await anna.client.stock.getWorkspace({ body: { symbol: 'NEXT', timing: '_D' } })).toEqual({ config: next })
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config: null } })
  expect(await anna.client.stock.getWorkspace({ body: { symbol: 'NEXT', timing: '_D' } })).toEqual({ config: null })
})

test('nobody sees or changes the chart of another, whatever the body says', async () => {
  expect(await ben.stock.getWorkspace({ body: { ...key, token: anna.user.token } })).toEqual({ config: null })
  await ben.stock.saveWorkspace({ body: { ...key, token: anna.user.token, config: '{"version":1}' } })
  await ben.stock.saveWorkspace({ body: { ...key, config: null } })
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual({ config })
})

test.each([
  ['no JSON', '{"version":1'],
  ['no object', '[1]'],
  ['no version', '{"drawings":[]}'],
  ['nothing', 'null'],
  ['too long', `{"version":1,"note":"${'x'.repeat(workspaceLimit)}"}`],
  ['very deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('a config with %s is refused', async (_name, text) => {
  const response = await fetch(`${app.url}/v1/api/stock/save-workspace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: anna.user.token },
    body: JSON.stringify({ ...key, config: text }),
  })
  expect(response.status).toBe(400)
  expect(((await response.json()) as ErrorBody).error).toEqual([
    { field: 'config', message: expect.stringMatching(/saved/) },
  ])
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual({ config })
})

test('at the limit a further chart is refused while a known one is still saved', async () => {
  const person = await app.signUp(['INVESTORS'])
  const rows = Array.from({ length: workspaceCountLimit }, (_, index) => ({
    owner_id: person.user.id,
    symbol: `S${index}`,
    timing: '_D' as const,
    config,
    saved_at: new Date(app.clock.nowMs()),
  }))
  await app.services.db.insertInto('chart_workspace').values(rows).execute()
  expect(await refusalOf(person.client.stock.saveWorkspace({ body: { ...key, config } }))).toBe('409 workspaceCount')
  await person.client.stock.saveWorkspace({ body: { symbol: 'S7', timing: '_D', config: '{"version":3}' } })
  expect(await person.client.stock.getWorkspace({ body: { symbol: 'S7', timing: '_D' } })).toEqual({
    config: '{"version":3}',
  })
})
