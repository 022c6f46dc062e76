import { ApiError } from '@clubfolio/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reportFailure } from '../kernel/report-failure.ts'
import { render } from '../testing/render.tsx'
import { showToast } from './toast.tsx'

const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast))
const call = { route: undefined, token: undefined }

test('an error is an alert, a success is a status', async () => {
  await render(null)
  show({ tone: 'error', title: 'Error', message: 'The name is taken.' })
  show({ tone: 'success', title: 'Success', message: 'Group was created' })
  expect(screen.getByRole('alert')).toHaveTextContent('The name is taken.')
  expect(screen.getByRole('status')).toHaveTextContent('Group was created')
})

test('a message is closed by its button, and the others stay', async () => {
  const { user } = await render(null)
  show({ tone: 'error', title: 'Error', message: 'First' })
  show({ tone: 'error', title: 'Error', message: 'Second' })
  await user.click(screen.getAllByRole('button', { name: 'Close message' })[0]!)
  expect(screen.getByRole('alert')).toHaveTextContent('Second')
})

test('an equal message is shown once', async () => {
  await render(null)
  show({ tone: 'error', title: 'Error', message: 'The name is taken.' })
  show({ tone: 'error', title: 'Error', message: 'The name is taken.' })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('every fault of a refused form without its own place is a message', async () => {
  await render(null)
  const error = [
    { field: 'name', message: 'Name is required.' },
    { field: 'nameKey', message: 'Name key is required.' },
  ]
  act(() => reportFailure(new ApiError(400, { code: 400, error }), {}, call))
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    expect.stringContaining('Name is required.'),
    expect.stringContaining('Name key is required.'),
  ])
})

test('a fault of the server names the request', async () => {
  await render(null)
  act(() => reportFailure(new ApiError(500, { code: 500, error: 'Something broke.', requestId: 'r-7' }), {}, call))
  expect(screen.getByRole('alert')).toHaveTextContent('Something broke. (r-7)')
})

test('a failure that its screen shows itself is no message', async () => {
  await render(null)
  act(() => reportFailure(new ApiError(500, { code: 500, error: 'Something broke.' }), { ownMessage: true }, call))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('of the failures of a form, only the end of the session is a message of the listener', async () => {
  await render(null)
  const error = [{ field: 'name', message: 'The name is taken.' }]
  act(() => reportFailure(new ApiError(409, { code: 409, error }), { inForm: true }, call))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  act(() => reportFailure(new ApiError(401, { code: 401, error: 'Please sign in again.' }), { inForm: true }, call))
  expect(screen.getByRole('alert')).toHaveTextContent(/Unauthorized.*Please sign in again\./)
})

describe('the time of a message', () => {
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  async function renderWithToast() {
    await render(null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    show({ tone: 'success', title: 'Success', message: 'Group was created' })
  }

  test('a success leaves after five seconds', async () => {
    await renderWithToast()
    pass(4_900)
    expect(screen.getByRole('status')).toBeInTheDocument()
    pass(200)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })

  test('it stays while the pointer is on it, and then for the rest of its time', async () => {
    await renderWithToast()
    pass(4_000)
    fireEvent.pointerEnter(screen.getByRole('status'))
    pass(60_000)
    expect(screen.getByRole('status')).toBeInTheDocument()
    fireEvent.pointerLeave(screen.getByRole('status'))
    pass(900)
    expect(screen.getByRole('status')).toBeInTheDocument()
    pass(200)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })

  test('it stays while its button has the focus', async () => {
    await renderWithToast()
    act(() => screen.getByRole('button', { name: 'Close message' }).focus())
    pass(60_000)
    expect(screen.getByRole('status')).toBeInTheDocument()
  })
})
