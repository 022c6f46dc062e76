import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, type Answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { IssuedStatements } from './issued-statements.tsx'

const find = 'GET /v1/api/fund/find-my-issued-statements/{accountId}/{memberId}'
const print = 'GET /v1/api/fund/print-my-issued-statement/{accountId}/{memberId}/{statementId}'
const statement = {
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de41',
  from: '2026-02-01',
  to: '2026-02-28',
  issuedAt: Date.parse('2026-03-05T13:00:00Z'),
  openedAt: null,
}

beforeEach(() => signIn([]))

async function renderIssued(answer: Answers) {
  answers(answer)
  const { user } = await render(<IssuedStatements place={{ accountId, memberId }} />)
  return { user, section: within(screen.getByRole('region', { name: 'Issued to me' })) }
}

test('a statement is marked as new until the member opens it', async () => {
  let openedAt: number | null = null
  const asked: unknown[] = []
  const { user, section } = await renderIssued({
    [find]: () => [{ ...statement, openedAt }],
    [print]: ({ params }) => {
      asked.push(params)
      openedAt = Date.parse('2026-03-06T13:00:00Z')
      return { fileName: 'statement.pdf', content: 'JVBERi0=' }
    },
  })
  expect(await section.findByText('New')).toBeInTheDocument()
  await user.click(
    section.getByRole('button', { name: 'Open the statement 2026-02-01 to 2026-02-28, issued 2026-03-05' }),
  )
  await waitFor(() => expect(section.queryByText('New')).not.toBeInTheDocument())
  expect(asked).toEqual([{ accountId, memberId, statementId: statement.id }])
})

test('without a statement the list says so, and a failure offers another try', async () => {
  let isDown = true
  const { user, section } = await renderIssued({ [find]: () => (isDown ? refused('notFound') : []) })
  const retry = await section.findByRole('button', { name: 'Retry' })
  isDown = false
  await user.click(retry)
  expect(await section.findByText('The fund has issued no statement to you yet.')).toBeInTheDocument()
})
