import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'

async function show() {
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('figures'))
  const Page = () => <p>{useQuery({ queryKey: ['one'], queryFn: read }).data}</p>
  await render(
    <>
      <PullToRefresh />
      <Page />
      <div role="dialog">A form</div>
    </>,
  )
  const page = await screen.findByText('figures')
  return { read, page }
}

function pull(target: Element, by: number, { aside = 0, release = true } = {}) {
  const at = (clientY: number, clientX: number) => ({ touches: [{ identifier: 1, target, clientX, clientY }] })
  fireEvent.touchStart(target, at(100, 100))
  fireEvent.touchMove(target, at(100 + by, 100 + aside))
  if (release) fireEvent.touchEnd(target, { touches: [] })
}

test('a long pull at the top reads the figures again and says so', async () => {
  const { read, page } = await show()
  pull(page, 160, { release: false })
  expect(screen.getByText('Release to refresh')).toBeVisible()
  fireEvent.touchEnd(page, { touches: [] })
  expect(await screen.findByRole('status')).toHaveTextContent('Refreshing')
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(read).toHaveBeenCalledTimes(2)
})

test('a short pull, one to the side, and one in a dialog read nothing', async () => {
  const { read, page } = await show()
  pull(page, 60)
  pull(page, 160, { aside: 200 })
  pull(screen.getByRole('dialog'), 160)
  expect(screen.queryByRole('status')).toBeNull()
  expect(read).toHaveBeenCalledTimes(1)
})
