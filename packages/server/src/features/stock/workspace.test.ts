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

const none = { config: null, revision: null }

test('a chart comes back byte for byte, for its own ticker and timing', async () => {
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual(none)
  const { revision } = await anna.client.stock.saveWorkspace({ body: { ...key, symbol: 'crvn', config } })
  expect(revision).toMatch(/^[0-9a-f]{64}$/)
  expect(await anna.client.stock.getWorkspace({ body: key })).toEqual({ config, revision })
  expect(await anna.client.stock.getWorkspace({ body: { ...key, timing: '_W' } })).toEqual(none)
})

test('the next save takes the place of the one before, and null forgets it', async () => {
  const next = '{"version":2}'
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config } })
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config: next } })
  expect(await anna.client.stock.getWorkspace({ body: { symbol: 'NEXT', timing: '_D' } })).toMatchObject({
    config: next,
  })
  await anna.client.stock.saveWorkspace({ body: { symbol: 'NEXT', timing: '_D', config: null } })
  expect(await anna.client.stock.getWorkspace({ body: { symbol: 'NEXT', timing: '_D' } })).toEqual(none)
})

test('a page that names the revision it read does not overwrite what was saved since', async () => {
  const person = (await app.signUp(['INVESTORS'])).client.stock
  const save = (text: string | null, base: string | null) =>
    person.saveWorkspace({ body: { ...key, config: text, base } })
  const [first, second] = ['{"version":1,"from":"first"}', '{"version":1,"from":"second"}']
  const { revision } = await save(first, null)
  expect(await refusalOf(save(second, null))).toBe('409 workspaceChanged')
  const { revision: next } = await save(second, revision)
  expect(await refusalOf(save(first, revision))).toBe('409 workspaceChanged')
  expect(await refusalOf(save(null, revision))).toBe('409 workspaceChanged')
  expect(await person.getWorkspace({ body: key })).toEqual({ config: second, revision: next })
  // A save whose answer was lost is sent again from what is saved now.
  expect(await save(second, next)).toMatchObject({ revision: next })
  expect(await save(null, next)).toMatchObject({ revision: null })
  expect(await refusalOf(save(second, next))).toBe('409 workspaceChanged')
})

test.each([
  ['a first save', null],
  ['a later one', '{"version":1}'],
])('of many pages that save at once from what they read, one is accepted: %s', async (_name, before) => {
  const person = (await app.signUp(['INVESTORS'])).client.stock
  const base = before === null ? null : (await person.saveWorkspace({ body: { ...key, config: before } })).revision
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, page) =>
      refusalOf(person.saveWorkspace({ body: { ...key, config: `{"version":1,"page":${page}}`, base } })).catch(
        () => 'saved',
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === '409 workspaceChanged')).toHaveLength(7)
})

test('a refused save leaves the chart alone that is saved under another spelling of the symbol', async () => {
  const person = (await app.signUp(['INVESTORS'])).client.stock
  const dotted = { symbol: 'BRK.B', timing: '_D' } as const
  const { revision } = await person.saveWorkspace({ body: { ...dotted, config } })
  const dashed = { symbol: 'BRK-B', timing: '_D', config: '{"version":1}' } as const
  expect(await refusalOf(person.saveWorkspace({ body: { ...dashed, base: null } }))).toBe('409 workspaceChanged')
  expect(await person.getWorkspace({ body: dotted })).toEqual({ config, revision })
  await person.saveWorkspace({ body: { ...dashed, base: revision } })
  expect(await person.getWorkspace({ body: dotted })).toMatchObject({ config: dashed.config })
})

test.each([0, -7.25])('a drawing at a price of %s is refused, because no logarithmic axis has it', async (price) => {
  const drawn = JSON.stringify({ version: 1, drawings: [{ id: 'x', tool: 'segment', points: [{ timeMs: 1, price }] }] })
  const response = await fetch(`${app.url}/v1/api/stock/save-workspace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: anna.user.token },
    body: JSON.stringify({ ...key, config: drawn }),
  })
  expect(response.status).toBe(400)
  expect(((await response.json()) as ErrorBody).error).toEqual([
    { field: 'config', message: 'A drawing has a price of zero or less. Move it above zero, then it can be saved.' },
  ])
})

test('nobody sees or changes the chart of another, whatever the body says', async () => {
  expect(await ben.stock.getWorkspace({ body: { ...key, token: anna.user.token } })).toEqual(none)
  await ben.stock.saveWorkspace({ body: { ...key, token: anna.user.token, config: '{"version":1}' } })
  await ben.stock.saveWorkspace({ body: { ...key, config: null } })
  expect(await anna.client.stock.getWorkspace({ body: key })).toMatchObject({ config })
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
  expect(await anna.client.stock.getWorkspace({ body: key })).toMatchObject({ config })
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
  expect(await person.client.stock.getWorkspace({ body: { symbol: 'S7', timing: '_D' } })).toMatchObject({
    config: '{"version":3}',
  })
})
