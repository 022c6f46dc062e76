import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { SuggestInput } from './suggest-input.tsx'

function Field() {
  const [value, setValue] = useState('')
  return <SuggestInput label="Setup" suggestions={['Breakout', 'Pullback']} value={value} onChange={setValue} />
}

test('suggests what contains the text, and is no open list where nothing does', async () => {
  const { user } = await render(<Field />)
  const field = screen.getByRole('combobox', { name: 'Setup' })
  await user.type(field, 'pull')
  expect(await screen.findByRole('option', { name: 'Pullback' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Breakout' })).not.toBeInTheDocument()
  expect(field).toHaveAttribute('aria-expanded', 'true')
  await user.type(field, 'ed')
  expect(field).not.toHaveAttribute('aria-expanded', 'true')
  await user.type(field, '{Backspace}{Backspace}{ArrowDown}{Enter}')
  expect(field).toHaveValue('Pullback')
})
