import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { DayInput } from './day-input.tsx'

function To() {
  const [day, setDay] = useState('2026-02-28')
  return (
    <>
      <DayInput label="To" value={day} onChange={setDay} minDay="2026-01-05" maxDay="2026-03-04" />
      <output aria-label="Chosen">{day}</output>
    </>
  )
}

const chosen = () => screen.getByLabelText('Chosen')
const field = () => screen.getByRole('textbox', { name: 'To' })

test('a day is typed', async () => {
  const { user } = await render(<To />)
  await user.clear(field())
  await user.type(field(), '2026-02-15')
  expect(chosen()).toHaveTextContent('2026-02-15')
  expect(field()).not.toBeInvalid()
})

test('a day outside of what is allowed, or a text that is no day, stays in the field with its error', async () => {
  const { user } = await render(<To />)
  for (const text of ['2026-03-05', '2026-02-30', '3/4/2026']) {
    await user.clear(field())
    await user.type(field(), text)
    await user.tab()
    expect(field()).toHaveValue(text)
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription('Enter a day from 2026-01-05 to 2026-03-04.')
    expect(chosen()).toHaveTextContent('2026-02-28')
  }
})

test('a day is chosen from the calendar, which replaces a wrong text', async () => {
  const { user } = await render(<To />)
  await user.clear(field())
  await user.type(field(), 'soon')
  await user.click(await screen.findByRole('button', { name: '3 February 2026' }))
  expect(chosen()).toHaveTextContent('2026-02-03')
  expect(field()).toHaveValue('2026-02-03')
  expect(field()).not.toBeInvalid()
})
