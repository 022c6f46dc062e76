import { defaultWorkspace, type Drawing } from '@clubfolio/charts'
import { ApiError } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import type { SavedChart } from './save-merged.ts'
import { createWorkspaceKeeper, notKept, type SaveState } from './workspace-keeper.ts'

const drawing = (id: string, price = 1): Drawing => ({ id, tool: 'segment', points: [{ timeMs: 1, price }] })
const chart = (...drawings: Drawing[]): string => JSON.stringify({ ...defaultWorkspace, drawings })
const [a, b, x, y] = [drawing('a'), drawing('b'), drawing('x'), drawing('y')]

const offline = () => new ApiError(0, { code: 0, error: 'The server cannot be reached.' })
const changed = () => new ApiError(409, { code: 409, error: 'Changed.', refusal: 'workspaceChanged' })

/** A server with one chart, a browser with one draft, and a page that shows the chart. */
function stage(config = chart(a)) {
  const server = { config, count: 1, writes: [] as [string, boolean][], answer: (): Promise<void> => Promise.resolve() }
  const revision = () => `r${server.count}`
  const browser = { draft: undefined as { config: string; base: SavedChart } | undefined, isFull: false }
  const page = { config, isOnline: true, isClosed: false }
  const states: SaveState[] = []
  const keeper = createWorkspaceKeeper(
    {
      read: () => page.config,
      apply: (text) => {
        if (!page.isClosed) page.config = text
      },
      calls: (isLeaving) => ({
        find: async () => {
          if (!page.isOnline) throw offline()
          return { config: server.config, revision: revision() }
        },
        write: async (text, base) => {
          await server.answer()
          if (!page.isOnline) throw offline()
          if (base !== revision()) throw changed()
          server.writes.push([text, isLeaving])
          server.config = text
          server.count += 1
          return revision()
        },
      }),
      drafts: {
        keep: (text, base) => {
          if (!browser.isFull) browser.draft = { config: text, base }
          return !browser.isFull
        },
        drop: () => {
          browser.draft = undefined
        },
      },
      isOnline: () => page.isOnline,
      nowMs: () => 7,
      onState: (state) => states.push(state),
    },
    { config, revision: revision() },
  )
  /** Another tab or device saves. */
  const elsewhere = (text: string) => {
    server.config = text
    server.count += 1
  }
  return { server, browser, page, states, keeper, elsewhere }
}

test('an unchanged chart is not written, neither by the clock nor on leaving', async () => {
  const { server, states, keeper } = stage()
  keeper.look()
  await keeper.save()
  await keeper.leave()
  expect(server.writes).toEqual([])
  expect(states).toEqual([])
})

test('a change is kept here within a second, written once, and dropped here when the server has it', async () => {
  const { server, browser, states, page, keeper } = stage()
  page.config = chart(a, b)
  keeper.look()
  expect(browser.draft).toEqual({ config: chart(a, b), base: { config: chart(a), revision: 'r1' } })
  expect(states).toEqual([{ kind: 'saving' }])
  await keeper.save()
  await keeper.save()
  expect(server.writes).toEqual([[chart(a, b), false]])
  expect(browser.draft).toBeUndefined()
  expect(states.at(-1)).toEqual({ kind: 'saved', atMs: 7 })
  page.config = chart(a)
  await keeper.save()
  expect(server.config).toBe(chart(a))
})

test('a change that is taken back before it was written is not kept either', async () => {
  const { server, browser, states, page, keeper } = stage()
  page.config = chart(a, b)
  keeper.look()
  page.config = chart(a)
  keeper.look()
  await keeper.save()
  expect(browser.draft).toBeUndefined()
  expect(server.writes).toEqual([])
  expect(states.at(-1)).toEqual({ kind: 'idle' })
})

test('without a connection a change is kept on this device, and sent when the line is back', async () => {
  const { server, browser, states, page, keeper } = stage()
  page.isOnline = false
  page.config = chart(a, b)
  keeper.look()
  expect(states).toEqual([{ kind: 'kept' }])
  await keeper.save()
  await keeper.leave()
  expect(states.at(-1)).toEqual({ kind: 'kept' })
  expect(browser.draft?.config).toBe(chart(a, b))
  page.isOnline = true
  await keeper.save()
  expect(server.config).toBe(chart(a, b))
  expect(browser.draft).toBeUndefined()
  expect(states.at(-1)).toEqual({ kind: 'saved', atMs: 7 })
})

test('when the browser cannot keep it either, the page says so', async () => {
  const { browser, states, page, keeper } = stage()
  browser.isFull = true
  page.isOnline = false
  page.config = chart(a, b)
  keeper.look()
  await keeper.save()
  expect(states.at(-1)).toEqual({ kind: 'failed', why: notKept })
})

test('a refused save says why, stays kept, and is tried again without announcing each attempt', async () => {
  const { server, browser, states, page, keeper } = stage()
  page.config = chart(a, b)
  server.answer = () => Promise.reject(new ApiError(409, { code: 409, error: 'You have reached the limit.' }))
  await keeper.save()
  await keeper.save()
  expect(browser.draft?.config).toBe(chart(a, b))
  server.answer = () => Promise.resolve()
  await keeper.save()
  const failed = { kind: 'failed', why: 'You have reached the limit.' }
  expect(states).toEqual([{ kind: 'saving' }, failed, failed, { kind: 'saved', atMs: 7 }])
})

test('two tabs that draw on one chart both see both drawings', async () => {
  const { server, browser, states, page, keeper, elsewhere } = stage()
  elsewhere(chart(a, x))
  page.config = chart(a, b)
  await keeper.save()
  expect(server.config).toBe(chart(a, x, b))
  expect(page.config).toBe(chart(a, x, b))
  expect(browser.draft).toBeUndefined()
  expect(states.at(-1)).toEqual({ kind: 'merged', atMs: 7 })
})

test('what is drawn while a merge is under way stays, and is saved next', async () => {
  const { server, page, keeper, elsewhere } = stage()
  elsewhere(chart(a, x))
  page.config = chart(a, b)
  server.answer = () => {
    page.config = chart(a, b, y)
    return Promise.resolve()
  }
  await keeper.save()
  expect(server.config).toBe(chart(a, x, b))
  expect(page.config).toBe(chart(a, x, b, y))
  server.answer = () => Promise.resolve()
  await keeper.save()
  expect(server.config).toBe(chart(a, x, b, y))
})

test('returning to the page takes over what was saved elsewhere, next to what has changed here', async () => {
  const { server, states, page, keeper, elsewhere } = stage()
  await keeper.refresh()
  expect(states).toEqual([])
  elsewhere(chart(a, x))
  page.config = chart(b)
  await keeper.refresh()
  expect(page.config).toBe(chart(x, b))
  expect(states.at(-1)).toEqual({ kind: 'merged', atMs: 7 })
  await keeper.save()
  expect(server.config).toBe(chart(x, b))
})

test('a chart that a later version saved is not overwritten', async () => {
  const { server, states, page, keeper, elsewhere } = stage()
  elsewhere('{"version":2}')
  page.config = chart(a, b)
  await keeper.save()
  expect(server.config).toBe('{"version":2}')
  expect(states.at(-1)).toEqual({ kind: 'newer' })
})

test('a chart that was deleted elsewhere as a whole keeps the drawings of this page', async () => {
  const { server, page, keeper, elsewhere } = stage()
  elsewhere(null as unknown as string)
  page.config = chart(a, b)
  await keeper.save()
  expect(server.config).toBe(chart(a, b))
})

test('while a save is under way the clock waits, but leaving writes what changed since', async () => {
  const { server, page, keeper } = stage()
  let resolve = () => {}
  const answered = new Promise<void>((done) => {
    resolve = done
  })
  server.answer = () => answered
  page.config = chart(a, b)
  const first = keeper.save()
  await keeper.save()
  const same = keeper.leave()
  page.config = chart(a, b, x)
  const last = keeper.leave()
  resolve()
  await Promise.all([first, same, last])
  expect(server.writes.map(([, isLeaving]) => isLeaving)).toEqual([false, true])
  expect(server.config).toBe(chart(a, b, x))
})

test('a merge that ends after the chart was closed is no deletion of what it could not show', async () => {
  const { server, browser, page, keeper, elsewhere } = stage()
  elsewhere(chart(a, x))
  page.config = chart(a, b)
  page.isClosed = true
  await keeper.leave()
  expect(server.config).toBe(chart(a, x, b))
  expect(browser.draft).toBeUndefined()
})

test('before a sign-out everything is sent, also what changed during the save under way', async () => {
  const { server, page, keeper } = stage()
  page.config = chart(a, b)
  const first = keeper.save()
  page.config = chart(a, b, x)
  await keeper.flush()
  await first
  expect(server.config).toBe(chart(a, b, x))
})
