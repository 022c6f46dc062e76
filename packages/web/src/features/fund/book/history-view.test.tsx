import type { FundHistoryLine } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, memberId, sampleMember } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { HistoryView } from './history-view.tsx'

const at = Date.parse('2026-03-04T15:00:00Z')
const line = (fields: Partial<FundHistoryLine>): FundHistoryLine => ({
  id: '0b0f2a0e-0000-4b6c-9a55-cb1d53c0de01',
  kind: 'CONTRIBUTION',
  day: '2026-03-02',
  recordedAt: at,
  by: 'Maria Keller',
  words: 'Contribution',
  why: 'monthly',
  fundValue: cents(100),
  holders: [{ memberId, name: 'Ada Lund', value: cents(100), units: '9.5' }],
  isOfAll: false,
  undone: null,
  ...fields,
})
const lines = [
  line({}),
  line({
    id: '0b0f2a0e-0000-4b6c-9a55-cb1d53c0de02',
    kind: 'EXPENSE',
    words: 'Expense',
    why: 'software',
    fundValue: null,
    holders: [],
    isOfAll: true,
    undone: { at, by: 'Maria Keller', why: 'typed twice' },
  }),
  line({ kind: 'CLOSE', words: 'Close', why: '', by: null, holders: [], isOfAll: true, fundValue: cents(-3) }),
  line({ kind: 'RETRIBUTION', words: 'Retribution', undone: { at, by: null, why: 'At most $5.00 can be taken out' } }),
]

let asked: unknown[] = []
beforeEach(() => {
  asked = []
  signIn()
  answers({
    'POST /v1/api/fund/find-history': ({ body }) => {
      asked.push(body)
      return { total: 64, result: lines, authors: [{ id: memberId, name: 'Maria Keller' }] }
    },
    'POST /v1/api/fund/find-my-history': ({ body }) => {
      asked.push(body)
      return { total: 1, result: [lines[0]!] }
    },
    'GET /v1/api/member/findAllMembers': [sampleMember()],
  })
})

test('a line says day, effect on the fund value and on each holder, why and by whom', async () => {
  await render(<HistoryView accountId={accountId} />)
  await screen.findByText('Contribution')
  const [, entry, , close] = screen.getAllByRole('row')
  expect(entry).toHaveTextContent(
    /Contribution2026-03-02\+\$100\.00Ada Lund \+\$100\.00 9\.5000 unitsmonthlyMaria Keller/,
  )
  expect(close).toHaveTextContent(/Close2026-03-02-\$3\.00All holders by unitsClubfolio/)
})

test('a reversed record is struck through, with its reversal beside it', async () => {
  await render(<HistoryView accountId={accountId} />)
  const words = await screen.findByText('Expense', { selector: 'del' })
  const row = words.closest('tr')!
  expect(within(row).getByText(/^Reversed 2026-03-04 .* by Maria Keller: typed twice$/)).toBeVisible()
  expect(row).not.toHaveTextContent('All holders')
  const atClose = screen.getByText('Retribution', { selector: 'del' }).closest('tr')!
  expect(within(atClose).getByText(/^Reversed 2026-03-04 .* by Clubfolio: At most \$5\.00/)).toBeVisible()
})

test('kind, author, holder and the next page are asked of the server', async () => {
  const { user } = await render(<HistoryView accountId={accountId} />)
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ start: 30, count: 30 })
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  await user.click(await screen.findByRole('option', { name: 'Reversal' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ kind: 'REVERSAL', start: 0 })
  await user.click(screen.getByRole('combobox', { name: 'Recorded by' }))
  await user.click(await screen.findByRole('option', { name: 'Maria Keller' }))
  await user.click(screen.getByRole('combobox', { name: 'Holder' }))
  await user.click(await screen.findByRole('option', { name: 'Unallocated' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ kind: 'REVERSAL', authorId: memberId, memberId: accountId })
})

test('what Clubfolio has recorded by itself can be chosen like a person', async () => {
  const { user } = await render(<HistoryView accountId={accountId} />)
  const author = await screen.findByRole('combobox', { name: 'Recorded by' })
  await user.click(author)
  await user.click(await screen.findByRole('option', { name: 'Clubfolio' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ authorId: null, start: 0 })
  expect(author).toHaveValue('Clubfolio')
  await user.click(author)
  await user.click(await screen.findByRole('option', { name: 'Maria Keller' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ authorId: memberId })
})

test('a member asks for their own lines, without a choice of holders or authors', async () => {
  await render(<HistoryView accountId={accountId} ownMemberId={memberId} />)
  await screen.findByText('Contribution')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(asked).toEqual([{ accountId, memberId, start: 0, count: 30 }])
  expect(screen.queryByRole('combobox', { name: 'Holder' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Recorded by' })).toBeNull()
})
