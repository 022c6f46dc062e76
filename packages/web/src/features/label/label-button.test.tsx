// The own label of an instrument: read when its form opens, saved and removed with it.
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { LabelButton } from './label-button.tsx'

let sent: unknown[] = []

beforeEach(() => {
  sent = []
  signIn()
  answers({
    'GET /v1/api/stock/find-labels': [
      { symbol: 'ACME', label: 'Core' },
      { symbol: 'BOLT', label: 'Growth' },
    ],
    'POST /v1/api/stock/save-label': ({ body }) => {
      sent.push(body)
      return { message: 'Saved.' }
    },
  })
})

test('a label is shown, changed and removed', async () => {
  const { user } = await render(<LabelButton symbol="ACME" />)
  await user.click(screen.getByRole('button', { name: 'Label of ACME' }))
  const field = await screen.findByRole('combobox', { name: 'Own label' })
  expect(field).toHaveValue('Core')
  await user.clear(field)
  await user.type(field, 'Growth')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toMatchObject([{ symbol: 'ACME', label: 'Growth' }])
  await user.click(await screen.findByRole('button', { name: 'Label of ACME' }))
  await user.clear(await screen.findByRole('combobox', { name: 'Own label' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent[1]).toMatchObject({ symbol: 'ACME', label: '' })
})

test('beside a company it says the label, however the class of the share is separated', async () => {
  answers({
    'GET /v1/api/stock/find-labels': [{ symbol: 'BRK/B', label: 'Core' }],
  })
  await render(
    <>
      <LabelButton symbol="BRK.B" hasWords />
      <LabelButton symbol="ACME" hasWords />
    </>,
  )
  expect(await screen.findByRole('button', { name: 'Label: Core' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Label of ACME' })).toBeVisible()
})
