import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Treemap, type TreemapGroup, type TreemapTile } from './treemap.tsx'

const onOpen = vi.fn<(label: string) => void>()
const onGroup = vi.fn<() => void>()

const tile = (label: string, size: number, figure = '+1.00%'): TreemapTile => ({
  id: label,
  label,
  figure,
  size,
  tone: figure.startsWith('-') ? -1 : 1,
  spoken: `${label}, ${figure}`,
  details: [label, `${label} Inc.`, figure],
  onOpen: () => onOpen(label),
})

const groups: readonly TreemapGroup[] = [
  {
    id: 'Energy',
    title: 'Energy',
    figure: '+1.00%',
    tiles: [tile('AAA', 60), tile('BBB', 40, '-2.00%')],
    onOpen: onGroup,
  },
  { id: 'Utilities', title: 'Utilities', figure: '+1.00%', tiles: [tile('CCC', 30), { ...tile('DDD', 0.001) }] },
]

const show = () => render(<Treemap label="Map" groups={groups} />)
const focused = () => document.activeElement?.getAttribute('aria-label')

test('each tile is a button that says all of it, in a group that says its own', async () => {
  const { user } = await show()
  const energy = screen.getByRole('group', { name: 'Energy, +1.00%' })
  const button = within(energy).getByRole('button', { name: 'BBB, -2.00%' })
  expect(button).toHaveTextContent('BBB-2.00%')
  await user.click(button)
  expect(onOpen).toHaveBeenLastCalledWith('BBB')
  await user.click(screen.getByRole('button', { name: 'Only Energy, +1.00%' }))
  expect(onGroup).toHaveBeenCalledOnce()
})

test('one tile is in the order of the Tab key, arrow keys move to the others, and Enter opens', async () => {
  const { user } = await show()
  const stops = screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops.map((one) => one.getAttribute('aria-label'))).toEqual(['AAA, +1.00%'])
  await user.tab()
  expect(focused()).toBe('AAA, +1.00%')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('BBB, -2.00%')
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith('BBB')
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Only Energy, +1.00%')
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('CCC, +1.00%')
  await user.keyboard('{End}')
  expect(focused()).toBe('DDD, +1.00%')
  // Where the map ends, the focus stays.
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('DDD, +1.00%')
  await user.keyboard('{Home}')
  expect(focused()).toBe('Only Energy, +1.00%')
  await user.tab()
  expect(document.body).toHaveFocus()
})

test('what does not fit into a small tile is in its tooltip, for pointer and keyboard, until Escape', async () => {
  const { user } = await show()
  const small = screen.getByRole('button', { name: 'DDD, +1.00%' })
  expect(screen.queryByText('DDD Inc.')).toBeNull()
  await user.hover(small)
  expect(screen.getByText('DDD Inc.')).toBeVisible()
  await user.unhover(small)
  expect(screen.queryByText('DDD Inc.')).toBeNull()
  await user.tab()
  expect(screen.getByText('AAA Inc.')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('AAA Inc.')).toBeNull()
})

/** A map whose first group can be opened alone, as a sector of the heat map. */
function MapOfOne() {
  const [isAlone, setAlone] = useState(false)
  const { onOpen: _, ...energy } = groups[0]!
  return (
    <>
      <Treemap
        label="Map"
        groups={isAlone ? [energy] : [{ ...energy, onOpen: () => setAlone(true) }, ...groups.slice(1)]}
      />
      <button type="button" onClick={() => setAlone(false)}>
        All
      </button>
    </>
  )
}

test('where what had the focus is gone, the focus stays in the map', async () => {
  const { user } = await render(<MapOfOne />)
  await user.tab()
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Only Energy, +1.00%')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Only Energy, +1.00%' })).toBeNull()
  expect(focused()).toBe('AAA, +1.00%')
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'All' })).toHaveFocus()
})
