import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { CutText } from './cut-text.tsx'

test('a long text is a button with its beginning, a short one is plain text', async () => {
  await render(
    <>
      <CutText text="DIVIDEND OF A COMPANY WITH A LONG NAME" characters={20} />
      <CutText text="CASH" characters={20} />
    </>,
  )
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.getByRole('button').textContent).toMatch(/^DIVIDEND/)
  expect(screen.getByText('CASH')).toBeVisible()
})

test('shows all of it under the pointer', async () => {
  const text = 'DIVIDEND OF A COMPANY WITH A LONG NAME'
  const { user } = await render(<CutText text={text} characters={20} />)
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  await user.hover(screen.getByRole('button'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent(text)
})
