import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { ScrollArea } from './scroll-area.tsx'

/** The DOM of the tests has no layout: a test says how high the content is and that the sizes changed. */
async function renderArea(contentPx: number) {
  const measured: (() => void)[] = []
  class CaughtObserver {
    constructor(measure: () => void) {
      measured.push(measure)
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', CaughtObserver)
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(contentPx)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200)
  const { user } = await render(
    <ScrollArea role="region" label="Statement" className={undefined}>
      <p>Contributions</p>
    </ScrollArea>,
  )
  const area = screen.getByRole('region', { name: 'Statement' })
  const resize = (px: number) => {
    height.mockReturnValue(px)
    act(() => {
      for (const measure of measured) measure()
    })
  }
  return { user, area, resize }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('is a Tab stop when its content is higher than it is', async () => {
  const { user, area } = await renderArea(500)
  await user.tab()
  expect(area).toHaveFocus()
})

test('is no Tab stop while all of its content is in view, and follows its size', async () => {
  const { user, area, resize } = await renderArea(200)
  await user.tab()
  expect(area).not.toHaveFocus()
  resize(201)
  expect(area).toHaveAttribute('tabindex', '0')
  resize(200)
  expect(area).not.toHaveAttribute('tabindex')
})
