import type { FundBooks } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, sampleBooks } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { StatementSetting } from './statement-setting.tsx'

const set = 'POST /v1/api/fund/set-dealing'
const mail = 'POST /v1/api/fund/mail-statements'

const books = (statements: FundBooks['statements']): FundBooks => sampleBooks({ statements })
const timing = { frequency: 'MONTHLY', monthDay: 5, hour: 8 } as const
const nextAt = Date.parse('2026-04-05T12:00:00Z')
const run = {
  from: '2026-02-01',
  to: '2026-02-28',
  at: Date.parse('2026-03-05T13:00:00Z'),
  sent: 4,
  opened: 3,
  waiting: 0,
  failed: 1,
  notes: ['Bob Lind: The mail server refused the message (550).'],
}

beforeEach(() => signIn())

async function renderSetting(statements: FundBooks['statements'], answer: Answers = {}) {
  answers({ [set]: () => ({ message: 'Saved' }), ...answer })
  const { user } = await render(<StatementSetting books={books(statements)} />)
  return { user, section: within(screen.getByRole('region', { name: 'Statements by mail' })) }
}

test('the switch offers a rhythm, a day and an hour, and Save turns the schedule on', async () => {
  const { user, section } = await renderSetting(null)
  expect(section.queryByRole('combobox')).not.toBeInTheDocument()
  await user.click(section.getByRole('switch', { name: /^Mail the statements by schedule/ }))
  await user.click(section.getByRole('combobox', { name: 'How often' }))
  await user.click(screen.getByRole('option', { name: 'Quarterly' }))
  await user.click(section.getByRole('combobox', { name: 'Day after the quarter' }))
  expect(screen.getAllByRole('option')).toHaveLength(28)
  await user.click(screen.getByRole('option', { name: '12th' }))
  await user.click(section.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(set)).toEqual([{ accountId, statements: { frequency: 'QUARTERLY', monthDay: 12, hour: 8 } }]),
  )
})

test('the switch turns a schedule off', async () => {
  const { user, section } = await renderSetting({ timing, nextAt, held: null, runs: [] })
  expect(section.getByText('Next on 2026-04-05 at 08:00 New York time.')).toBeInTheDocument()
  expect(section.getByText('The schedule has mailed nothing yet.')).toBeInTheDocument()
  expect(section.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Change the schedule first')
  await user.click(section.getByRole('switch'))
  await user.click(section.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(set)).toEqual([{ accountId, statements: null }]))
})

test('a period shows what was sent and who got none, and Retry mails it again', async () => {
  const { user, section } = await renderSetting(
    { timing, nextAt, held: null, runs: [run, { ...run, from: '2026-01-05', to: '2026-01-31', failed: 0, notes: [] }] },
    { [mail]: () => ({ queued: 1, skipped: [], message: 'The statement is on its way.' }) },
  )
  expect(section.getByText('Sent 4, opened 3, failed 1')).toBeInTheDocument()
  expect(section.getByText('Bob Lind: The mail server refused the message (550).')).toBeInTheDocument()
  expect(section.getAllByRole('button', { name: /^Retry/ })).toHaveLength(1)
  await user.click(section.getByRole('button', { name: 'Retry 2026-02-01 to 2026-02-28' }))
  await waitFor(() => expect(sentTo(mail)).toEqual([{ accountId, from: '2026-02-01', to: '2026-02-28' }]))
  expect(await screen.findByText('The statement is on its way.')).toBeInTheDocument()
})

test('statements that wait say why, and a period that was not mailed can be mailed now', async () => {
  const { section } = await renderSetting({
    timing,
    nextAt: Date.parse('2026-03-05T13:00:00Z'),
    held: 'The close of 2026-02-27 has not been read from the brokerage.',
    runs: [{ ...run, sent: 0, failed: 0, notes: ['Not mailed. The close of 2026-01-30 has not been read.'] }],
  })
  expect(
    section.getByText(
      /Due since 2026-03-05 at 08:00 .*\. Waits for the period to be closed\. The close of 2026-02-27 has not been read/,
    ),
  ).toBeInTheDocument()
  expect(section.getByRole('button', { name: 'Mail now 2026-02-01 to 2026-02-28' })).toBeInTheDocument()
})

test('a period lists who got a statement and who opened it in Clubfolio', async () => {
  const one = {
    id: '0198c0de-0000-7000-8000-0000000000b1',
    memberId: '0198c0de-0000-7000-8000-0000000000c1',
    from: run.from,
    to: run.to,
    state: 'sent' as const,
    reason: null,
    requestedAt: run.at,
    sentAt: run.at,
    hasAllocation: false,
  }
  const asked: unknown[] = []
  const { user, section } = await renderSetting(
    { timing: { ...timing, frequency: 'YEARLY' }, nextAt, held: null, runs: [run] },
    {
      'GET /v1/api/fund/find-mailed-statements/{accountId}': ({ params, query }) => {
        asked.push([params, query])
        return [
          { ...one, holder: 'Ann Keller', recipient: 'ann@example.test', openedAt: Date.parse('2026-03-07T13:00:00Z') },
          {
            ...one,
            id: one.memberId,
            holder: 'Bob Lind',
            recipient: 'bob@example.test',
            openedAt: null,
            hasAllocation: true,
          },
        ]
      },
    },
  )
  expect(section.getByRole('combobox', { name: 'Day of the next January' })).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Members, 2026-02-01 to 2026-02-28' }))
  const table = within(await section.findByRole('table', { name: 'Statements for 2026-02-01 to 2026-02-28' }))
  const rows = table.getAllByRole('row').map((row) => row.textContent)
  expect(rows.slice(1)).toEqual([
    'Ann Keller ann@example.test2026-03-052026-03-07',
    'Bob Lind bob@example.test2026-03-05, with allocation-',
  ])
  expect(asked).toEqual([[{ accountId }, { from: run.from, to: run.to }]])
})
