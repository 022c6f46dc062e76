import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { sampleFileAccount } from '../../testing/statement-samples.ts'
import { RatesModal } from './rates-modal.tsx'

const uploadRates = 'POST /v1/api/account/upload-rates/{accountId}'
const missing = [{ currency: 'USD', firstDay: '2024-02-01', lastDay: '2024-02-09', lines: 4 }]

beforeEach(() => signIn())

async function renderModal(answer: Answers) {
  answers(answer)
  const page = await render(<RatesModal account={sampleFileAccount()} missing={missing} onClose={() => undefined} />)
  await screen.findByRole('dialog', { name: /^Import rates/ })
  const choose = (name: string) =>
    page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['day'], name))
  return { ...page, choose, submit: () => screen.getByRole('button', { name: 'Import rates' }) }
}

test('the missing currencies are listed, and the outcome of the import names every refused line', async () => {
  const { user, choose, submit } = await renderModal({
    [uploadRates]: {
      added: 250,
      changed: 1,
      unchanged: 2,
      booked: 4,
      refusedCount: 3,
      refused: [{ line: 7, reason: 'The rate is not a number.', content: '2024-01-05,USD,<b>x</b>' }],
    },
  })
  expect(screen.getByText('4 lines, 2024-02-01 to 2024-02-09', { exact: false })).toBeInTheDocument()
  expect(submit()).toBeDisabled()
  await choose('rates.csv')
  await user.click(submit())
  expect(await screen.findByRole('dialog', { name: /^Rates imported/ })).toBeInTheDocument()
  expect(
    screen.getByText('250 rates added, 1 changed, 2 already there. 4 lines that waited now count.'),
  ).toBeInTheDocument()
  expect(screen.getByText('3 lines could not be used:')).toBeInTheDocument()
  expect(screen.getByText('2024-01-05,USD,<b>x</b>')).toBeInTheDocument()
  expect(screen.getByText('And 2 more.')).toBeInTheDocument()
})

test('a table that cannot be read says why at its field, until another one is chosen', async () => {
  const { user, choose, submit } = await renderModal({
    [uploadRates]: refused('ratesUnreadable', { reason: 'it has no column of days.' }),
  })
  await choose('rates.csv')
  await user.click(submit())
  const words = 'The table of rates cannot be read: it has no column of days.'
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await choose('other.csv')
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
})
