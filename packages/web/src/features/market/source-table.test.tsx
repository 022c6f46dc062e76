import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { SourceTable } from './source-table.tsx'

const activate = 'POST /v1/api/market/activate-source'
const source = { firstDay: '2020-01-02', marketDay: '2021-04-21', instrumentCount: 2, barCount: 9 }

test('a market of which too little was understood is made active only after the figure was shown', async () => {
  signIn()
  answers({
    'GET /v1/api/market/find-sources': [
      { ...source, source: 'simulated', isActive: true },
      {
        ...source,
        source: 'import',
        isActive: false,
        doubt: { file: 'prices.csv', table: null, rowsRead: 8_111, rowsUnderstood: 1_420 },
      },
    ],
    [activate]: { message: 'Imported market is now the active market.' },
  })
  const { user } = await render(<SourceTable />)
  await user.click(await screen.findByRole('button', { name: 'Activate' }))
  const question = within(await screen.findByRole('dialog'))
  expect(
    question.getByText(/Only 17 percent of prices\.csv was understood \(1,420 of 8,111 lines\)/),
  ).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Activate anyway' }))
  expect(await screen.findByText('Imported market is now the active market.')).toBeInTheDocument()
  expect(sentTo(activate)).toMatchObject([{ source: 'import', anyway: true }])
})
