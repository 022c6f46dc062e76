import { defaultWorkspace, type Drawing, type StockChartPort, type StockWorkspace } from '@clubfolio/charts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChartDrafts } from '../../kernel/chart-draft-store.ts'
import { chartDrafts } from '../../kernel/chart-drafts.ts'
import { session } from '../../kernel/session.ts'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { useWorkspace } from './use-workspace.ts'
import { WorkspaceStatus } from './workspace-status.tsx'

const drawing = (id: string): Drawing => ({ id, tool: 'segment', points: [{ timeMs: 1, price: 1 }] })
const workspace = (...ids: string[]): StockWorkspace => ({ ...defaultWorkspace, drawings: ids.map(drawing) })
const chart = (...ids: string[]) => JSON.stringify(workspace(...ids))

/** A chart that shows what it is given. */
function fakeChart() {
  let shown = defaultWorkspace
  let loads = 0
  const port = {
    load: (next: StockWorkspace) => {
      shown = next
      loads += 1
    },
    save: () => shown,
  } as StockChartPort
  return {
    port,
    draw: (...ids: string[]) => {
      shown = workspace(...ids)
    },
    loads: () => loads,
    ids: () => shown.drawings.map(({ id }) => id),
  }
}

function Desk({ port }: { readonly port: StockChartPort }) {
  const { state, save } = useWorkspace('SPY', '_D', port, () => undefined)
  return <WorkspaceStatus state={state} onSave={save} />
}

/** A server that has one chart. */
function serve(config: string | null, revision = 'r1') {
  const server = { config, revision }
  answers({
    'POST /v1/api/stock/get-workspace': () => ({ ...server }),
    'POST /v1/api/stock/save-workspace': ({ body }) => {
      if (body.base !== server.revision) return refused('workspaceChanged')
      Object.assign(server, { config: body.config, revision: `${server.revision}+` })
      return { message: 'The chart is saved.', revision: server.revision }
    },
  })
  return server
}

function setLine(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

const status = () => screen.findByRole('status', { name: 'Workspace' })
const userId = () => session.user()?.id ?? ''

beforeEach(() => signIn())
afterEach(() => vi.restoreAllMocks())

test('what a closed tab and an earlier page have kept is shown with what is saved, sent, and kept no longer', async () => {
  const server = serve(chart('a', 'theirs'), 'r2')
  const base = { config: chart('a', 'b'), revision: 'r1' }
  for (const [page, config] of [
    ['one', chart('a', 'b', 'mine')],
    ['two', chart('a', 'b', 'of-another-tab')],
  ] as const)
    createChartDrafts(localStorage, page).keep({ userId: userId(), symbol: 'SPY', timing: '_D', config, base })
  const { port, ids } = fakeChart()
  await render(<Desk port={port} />)
  await waitFor(async () => expect(await status()).toHaveTextContent(/^Saved/))
  expect(ids()).toEqual(['a', 'theirs', 'mine', 'of-another-tab'])
  expect(server.config).toBe(chart('a', 'theirs', 'mine', 'of-another-tab'))
  expect(sentTo('POST /v1/api/stock/save-workspace')).toHaveLength(1)
  expect(chartDrafts.list(userId())).toEqual([])
})

test('a drawing made offline is kept on this device, and sent with the line, not only with the next turn', async () => {
  const { setInterval } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms, ...rest) =>
    setInterval(ms === 10_000 ? () => undefined : work, ms, ...rest),
  )
  const server = serve(null)
  Object.assign(server, { revision: null })
  const { port, draw, loads } = fakeChart()
  await render(<Desk port={port} />)
  await waitFor(() => expect(loads()).toBeGreaterThan(0))
  draw('a')
  setLine(false)
  expect(await screen.findByText('Kept on this device, sent when the connection returns')).toBeVisible()
  expect(chartDrafts.list(userId())).toMatchObject([{ config: chart('a'), base: { revision: null } }])
  setLine(true)
  await waitFor(async () => expect(await status()).toHaveTextContent(/^Saved/))
  expect(server.config).toBe(chart('a'))
  expect(chartDrafts.list(userId())).toEqual([])
})

test('the window that is opened again shows what another tab has saved meanwhile', async () => {
  const server = serve(chart('a'))
  const { port, ids } = fakeChart()
  await render(<Desk port={port} />)
  await waitFor(() => expect(ids()).toEqual(['a']))
  Object.assign(server, { config: chart('a', 'theirs'), revision: 'r2' })
  act(() => void dispatchEvent(new Event('focus')))
  expect(await screen.findByText(/^Merged with changes from another tab/)).toBeVisible()
  expect(ids()).toEqual(['a', 'theirs'])
})

test('a chart of a later version is neither shown nor overwritten', async () => {
  const server = serve('{"version":2}')
  const { port, draw } = fakeChart()
  await render(<Desk port={port} />)
  expect(await screen.findByText('Saved by a newer version')).toBeVisible()
  draw('a')
  setLine(true)
  expect(server.config).toBe('{"version":2}')
  expect(sentTo('POST /v1/api/stock/save-workspace')).toEqual([])
})
