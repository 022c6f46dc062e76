import type { ManagedVote } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, sampleOverview, sampleVote } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FundRightsProvider } from '../book/fund-rights.tsx'
import { VotesView } from './votes-view.tsx'

const open = 'POST /v1/api/fund/open-vote'
const cancel = 'POST /v1/api/fund/cancel-vote'
const record = 'POST /v1/api/fund/record-ballot'
const managed = (fields: Partial<ManagedVote> = {}): ManagedVote => ({
  ...sampleVote(),
  ballots: [],
  roll: [],
  ...fields,
})

beforeEach(() => {
  vi.setSystemTime(Date.parse('2026-03-04T15:00:00Z'))
  signIn()
})
afterEach(() => vi.useRealTimers())

async function renderView(votes: readonly ManagedVote[], answer: Answers = {}, place: 'OWNER' | 'AUDITOR' = 'OWNER') {
  const overview = sampleOverview({ place, openingDay: '2026-01-05', asOf: '2026-03-03', marketDay: '2026-03-04' })
  answers({
    'GET /v1/api/fund/find-votes/{accountId}': [...votes],
    'GET /v1/api/member/fund-overview/{accountId}': overview,
    [open]: { id: sampleVote().id, message: 'The vote is open.' },
    [cancel]: { message: 'The vote was cancelled.' },
    [record]: { message: 'The vote of Ben Berg is recorded.' },
    ...answer,
  })
  const page = await render(
    <FundRightsProvider overview={overview}>
      <VotesView accountId={accountId} subject="Riverside Club" />
    </FundRightsProvider>,
  )
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeNull())
  return page
}

async function openForm(answer: Answers = {}) {
  const { user } = await renderView([], answer)
  await waitFor(() => expect(screen.getByRole('button', { name: 'New vote' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'New vote' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('textbox', { name: /^Question/ }))
  await user.paste('Shall we buy the boat?')
  return { user, dialog }
}

test('a vote is secret, by heads, for two weeks and of the last close unless that is changed', async () => {
  const { user, dialog } = await openForm()
  await user.click(dialog.getByRole('button', { name: 'Open the vote' }))
  await waitFor(() =>
    expect(sentTo(open)).toEqual([
      {
        accountId,
        question: 'Shall we buy the boat?',
        details: '',
        choices: ['Yes', 'No'],
        isSecret: true,
        byUnits: false,
        recordDay: '2026-03-03',
        lastDay: '2026-03-18',
      },
    ]),
  )
})

test('choices are typed one a line; a named vote by units says what is seen', async () => {
  const { user, dialog } = await openForm()
  const choices = dialog.getByRole('textbox', { name: /^Choices/ })
  await user.clear(choices)
  await user.type(choices, 'This year{Enter}{Enter} Next year {Enter}Never')
  await user.click(dialog.getByRole('button', { name: /^Last day/ }))
  await user.click(await screen.findByRole('button', { name: '6 March 2026' }))
  await user.click(dialog.getByRole('radio', { name: 'By units' }))
  expect(dialog.getByText(/it can still point at a large holder/)).toBeInTheDocument()
  await user.click(dialog.getByRole('radio', { name: 'Named' }))
  expect(dialog.getByText(/You see who chose what once it has ended/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Open the vote' }))
  await waitFor(() =>
    expect(sentTo(open)).toMatchObject([
      { choices: ['This year', 'Next year', 'Never'], isSecret: false, byUnits: true, lastDay: '2026-03-06' },
    ]),
  )
})

test('a single choice is refused at its field, and what the server refuses at its day', async () => {
  const { user, dialog } = await openForm({ [open]: refused('voteTooFewForSecret', { least: 3, day: 'x', count: 2 }) })
  const choices = dialog.getByRole('textbox', { name: /^Choices/ })
  await user.clear(choices)
  await user.type(choices, 'Yes')
  await user.tab()
  expect(dialog.getByText('A vote has at least two choices.')).toBeInTheDocument()
  await user.type(choices, '{Enter}No')
  await user.click(dialog.getByRole('button', { name: 'Open the vote' }))
  expect(await dialog.findByText(/A secret vote needs at least 3 members with units/)).toBeInTheDocument()
})

test('an open vote shows its turnout and no totals, and is cancelled with a reason', async () => {
  const { user } = await renderView([managed()])
  const vote = within(screen.getByRole('article', { name: 'Shall we buy the boat?' }))
  expect(vote.getByText('Last day 2026-03-06 · record day 2026-03-03 · 1 of 3 have voted')).toBeInTheDocument()
  expect(vote.queryByRole('table')).not.toBeInTheDocument()
  await user.click(vote.getByRole('button', { name: 'Cancel the vote Shall we buy the boat?' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'The boat is sold.')
  await user.click(dialog.getByRole('button', { name: 'Cancel the vote' }))
  await waitFor(() => expect(sentTo(cancel)).toEqual([{ accountId, id: sampleVote().id, reason: 'The boat is sold.' }]))
})

test('a named vote that has ended shows who chose what; an auditor opens and cancels nothing', async () => {
  const yes = sampleVote().choices[0]!
  const no = sampleVote().choices[1]!
  await renderView(
    [
      managed({ id: accountId, question: 'Still open?' }),
      managed({
        state: 'ENDED',
        isSecret: false,
        cast: 2,
        choices: [
          { ...yes, votes: 1, percent: 50, isGreatest: true },
          { ...no, votes: 1, percent: 50, isGreatest: true },
        ],
        ballots: [
          { name: 'Ada Lund', choiceId: yes.id, units: '1.00000000', recordedBy: null },
          { name: 'Ben Berg', choiceId: no.id, units: '2.00000000', recordedBy: 'Jon Vale' },
        ],
      }),
    ],
    {},
    'AUDITOR',
  )
  expect(screen.getByRole('region', { name: 'Who chose what' })).toHaveTextContent(
    'Who chose whatYesAda LundNoBen Berg (recorded by Jon Vale)',
  )
  expect(screen.getAllByText('Equal')).toHaveLength(2)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

const voter = (index: number, fields: Partial<ManagedVote['roll'][number]> = {}): ManagedVote['roll'][number] => ({
  memberId: `5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de8${index}`,
  name: ['Ada Lund', 'Ben Berg', 'Cem Arslan'][index] ?? '',
  hasUser: true,
  hasVoted: false,
  recordedBy: null,
  ...fields,
})
const named = managed({
  isSecret: false,
  roll: [
    voter(0, { hasVoted: true }),
    voter(1, { hasUser: false }),
    voter(2, { hasVoted: true, recordedBy: 'Jon Vale' }),
  ],
})

test('a ballot given on paper is recorded for a member who has not voted, or in place of a recorded one', async () => {
  const { user } = await renderView([named])
  const vote = within(screen.getByRole('article', { name: 'Shall we buy the boat?' }))
  expect(vote.getByText('Ballots recorded: Cem Arslan by Jon Vale')).toBeInTheDocument()
  expect(
    vote.getByText(/^Ben Berg has no user\. Record a ballot given on paper or at a meeting, or invite/),
  ).toBeVisible()
  expect(vote.getByRole('link', { name: 'Members' })).toHaveAttribute('href', '/member')
  await user.click(vote.getByRole('button', { name: 'Record a ballot in Shall we buy the boat?' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.tab()
  expect(dialog.getByText('Choose the member.')).toBeInTheDocument()
  await user.click(dialog.getByRole('combobox', { name: /^Member/ }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Ben Berg',
    'Cem Arslan',
  ])
  await user.click(screen.getByRole('option', { name: 'Cem Arslan' }))
  expect(dialog.getByText('Jon Vale has recorded a ballot for them already. This one takes its place.')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'No' }))
  await user.click(dialog.getByRole('button', { name: 'Record the ballot' }))
  await waitFor(() =>
    expect(sentTo(record)).toEqual([
      { accountId, id: sampleVote().id, memberId: voter(2).memberId, choiceId: sampleVote().choices[1]!.id },
    ]),
  )
})

test('a member who votes meanwhile is said to have voted, at the field of the member', async () => {
  const { user } = await renderView([named], { [record]: refused('voteCastByMember', { name: 'Ben Berg' }) })
  await user.click(screen.getByRole('button', { name: /^Record a ballot/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: /^Member/ }))
  await user.click(await screen.findByRole('option', { name: 'Ben Berg' }))
  await user.click(dialog.getByRole('radio', { name: 'Yes' }))
  await user.click(dialog.getByRole('button', { name: 'Record the ballot' }))
  expect(await dialog.findByText('Ben Berg has voted. Only they can change it.')).toBeInTheDocument()
})

test('in a secret vote nothing is recorded for others, and the screen says who to invite', async () => {
  await renderView([managed({ roll: [voter(0, { hasVoted: null }), voter(1, { hasUser: false, hasVoted: null })] })])
  const vote = screen.getByRole('article', { name: 'Shall we buy the boat?' })
  expect(vote).toHaveTextContent(
    'Ben Berg has no user and cannot vote. A secret ballot cannot be recorded for somebody else: invite that member ' +
      'under Members.',
  )
  expect(within(vote).queryByRole('button', { name: /^Record a ballot/ })).not.toBeInTheDocument()
})

test('of many members without a user the first eight are named', async () => {
  const roll = Array.from({ length: 11 }, (_one, index) => ({
    ...voter(0, { hasUser: false }),
    memberId: `5d2b8f5e-06f0-4d9b-9d55-1f7e33a1d1${10 + index}`,
    name: `Member ${index}`,
  }))
  await renderView([managed({ isSecret: false, roll })])
  expect(screen.getByText(/^Member 0, .*, Member 7 and 3 more have no user\./)).toBeVisible()
})

test('where every member has voted there is no ballot to record', async () => {
  const done = managed({ isSecret: false, roll: [voter(0, { hasVoted: true })] })
  await renderView([done])
  expect(screen.getByRole('button', { name: /^Record a ballot/ })).toHaveAccessibleDescription('Every member has voted')
})

test('an auditor sees who has no user and records nothing', async () => {
  await renderView([named], {}, 'AUDITOR')
  expect(screen.getByText(/^Ben Berg has no user/)).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
