import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { Pager, type PagerProps } from './pager.tsx'

const pagerAt = async (place: Pick<PagerProps, 'start' | 'count' | 'total'>) => {
  const onMove = vi.fn<PagerProps['onMove']>()
  await render(<Pager label="Tasks" onMove={onMove} {...place} />)
  return onMove
}

test.each([
  [{ start: 200, count: 20, total: 45 }, 40],
  [{ start: 40, count: 20, total: 40 }, 20],
  [{ start: 50, count: 50, total: 1 }, 0],
])('a place past the end %o is replaced by the last page', async (place, start) => {
  const onMove = await pagerAt(place)
  expect(onMove.mock.calls).toEqual([[{ start, count: place.count }, { replace: true }]])
})

test.each([
  { start: 0, count: 20, total: 0 },
  { start: 0, count: 20, total: 45 },
  { start: 40, count: 20, total: 45 },
])('a place within the list %o stays', async (place) => {
  expect(await pagerAt(place)).not.toHaveBeenCalled()
})

test('rows that go while their page is open lead to the last page that is left', async () => {
  function List() {
    const [start, setStart] = useState(40)
    const [total, setTotal] = useState(45)
    return (
      <>
        <button onClick={() => setTotal(25)}>Dismiss</button>
        <output>{`start ${start}`}</output>
        <Pager label="Tasks" start={start} count={20} total={total} onMove={(to) => setStart(to.start)} />
      </>
    )
  }
  await render(<List />)
  expect(screen.getByText('41–45 of 45')).toBeInTheDocument()
  screen.getByRole('button', { name: 'Dismiss' }).click()
  expect(await screen.findByText('start 20')).toBeInTheDocument()
  expect(screen.getByText('21–25 of 25')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
})
