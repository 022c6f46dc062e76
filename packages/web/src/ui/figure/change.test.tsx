import { toCents } from '@clubfolio/domain'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Change, type ChangeProps } from './change.tsx'
import classes from './figure.module.css'

const up = 'M3.5 0 7 6H0Z'
const down = 'M3.5 6 0 0H7Z'

async function renderChange(words: string, props: ChangeProps) {
  await render(<Change {...props} />)
  const figure = screen.getByText(words)
  return { figure, triangle: figure.querySelector('path')?.getAttribute('d') }
}

describe('a figure that is not negative looks like a profit', () => {
  test.each<[string, ChangeProps]>([
    ['+$12.50', { money: toCents(1_250n) }],
    ['$0.00', { money: toCents(0n) }],
    ['$0.00', { money: '0' }],
    // Rounded to what is shown, it is zero.
    ['$0.00', { money: '-0.001' }],
    ['+1.20%', { percent: 1.2 }],
    ['0.00%', { percent: 0 }],
    ['0.00%', { percent: '-0.004' }],
  ])('%s', async (words, props) => {
    const { figure, triangle } = await renderChange(words, props)
    expect(figure).toHaveClass(classes['profit']!)
    expect(triangle).toBe(up)
  })
})

test.each<[string, ChangeProps]>([
  ['-$12.50', { money: toCents(-1_250n) }],
  ['-1.20%', { percent: '-1.2' }],
])('%s looks like a loss', async (words, props) => {
  const { figure, triangle } = await renderChange(words, props)
  expect(figure).toHaveClass(classes['loss']!)
  expect(triangle).toBe(down)
})

test('beside a figure with a triangle there is none', async () => {
  const { figure, triangle } = await renderChange('0.00%', { percent: 0, isBare: true })
  expect(figure).toHaveClass(classes['profit']!)
  expect(triangle).toBeUndefined()
})

test('a figure that is not known has no style', async () => {
  await render(<Change money={null} />)
  expect(document.querySelector(`.${classes['profit']!}, .${classes['loss']!}`)).toBeNull()
})
