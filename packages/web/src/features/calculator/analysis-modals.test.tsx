import type { AnalysisContent } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, refusedFields } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { LoadAnalysisModal, SaveAnalysisModal } from './analysis-modals.tsx'

const content: AnalysisContent = {
  ticket: 'AAPL',
  timing: '_D',
  startDate: '2026-01-05',
  endDate: '2026-03-04',
  investment_type: 'long',
  capital: '10000',
  risk: '1',
  resistance_price: '',
  support_price: '',
}

beforeEach(() => {
  signIn()
  answers({ 'GET /v1/api/stock-calculator/find-analyses': [] })
})

test('a refused name says why at the name, and the modal stays open', async () => {
  answers({ 'POST /v1/api/stock-calculator/save-analysis': refusedFields({ name: 'Choose another name.' }) })
  const onSaved = vi.fn<() => void>()
  const { user } = await render(
    <SaveAnalysisModal content={content} name="" onClose={() => undefined} onSaved={onSaved} />,
  )
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.type(name, 'Apple')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Choose another name\./))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(onSaved).not.toHaveBeenCalled()
})

test('without saved analyses it says how to save one', async () => {
  await render(<LoadAnalysisModal onClose={() => undefined} onLoad={() => undefined} />)
  expect(
    await screen.findByText('Use Save Analysis to save what you typed and drew. Your saved analyses appear here.'),
  ).toBeInTheDocument()
})
