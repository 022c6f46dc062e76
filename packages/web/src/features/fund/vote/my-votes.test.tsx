import type { MyVote } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId, sampleVote } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { MyVotes } from './my-votes.tsx'

const find = 'GET /v1/api/fund/find-my-votes/{accountId}/{memberId}'
const cast = 'POST /v1/api/fund/cast-vote'
const place = { accountId, memberId }
const mine = (fields: Partial<MyVote> = {}): MyVote => ({
  ...sampleVote(),
  mayVote: true,
  hasVoted: false,
  choiceId: null,
  recordedBy: null,
  ...fields,
})
const yes = sampleVote().choices[0]!
const no = sampleVote().choices[1]!

beforeEach(() => signIn([]))

async function renderVotes(votes: readonly MyVote[], answer: Answers = {}) {
  answers({ [find]: [...votes], [cast]: { message: 'Your vote is recorded.' }, ...answer })
  const page = await render(<MyVotes place={place} />)
  await screen.findAllByRole('article')
  return page
}

test('one tap chooses and the next one votes', async () => {
  const { user } = await renderVotes([mine()])
  const button = screen.getByRole('button', { name: 'Vote' })
  expect(button).toHaveAccessibleDescription('Choose one first')
  await user.click(screen.getByRole('radio', { name: 'Yes' }))
  await user.click(button)
  await waitFor(() => expect(sentTo(cast)).toEqual([{ ...place, id: sampleVote().id, choiceId: yes.id }]))
})

test('what was voted is chosen, can be changed, and is not sent again as it is', async () => {
  const { user } = await renderVotes([mine({ hasVoted: true, choiceId: yes.id })])
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
  const button = screen.getByRole('button', { name: 'Change my vote' })
  expect(button).toHaveAccessibleDescription('This is already your vote')
  expect(screen.getByText(/You can change it until the end of 2026-03-06 in New York/)).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.click(button)
  await waitFor(() => expect(sentTo(cast)).toMatchObject([{ choiceId: no.id }]))
})

test('a vote that a manager recorded says so, and voting the same makes it the own one', async () => {
  const recorded = { hasVoted: true, choiceId: yes.id, recordedBy: 'Jon Vale', isSecret: false }
  const { user } = await renderVotes([mine(recorded)])
  expect(screen.getByRole('radio', { name: 'Yes' })).toBeChecked()
  expect(
    screen.getByText(/^Jon Vale recorded this vote for you\. If you vote, yours counts in its place\./),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Vote' }))
  await waitFor(() => expect(sentTo(cast)).toMatchObject([{ choiceId: yes.id }]))
})

test('an ended vote names who recorded the choice', async () => {
  await renderVotes([
    mine({ state: 'ENDED', isSecret: false, hasVoted: true, choiceId: yes.id, recordedBy: 'Jon Vale' }),
  ])
  expect(screen.getByText('1 of 3 voted · Jon Vale recorded your vote: Yes')).toBeVisible()
})

test('a choice is kept nowhere in the browser while its request is on its way', async () => {
  const kept: (string | null)[] = []
  const { user } = await renderVotes([mine()], {
    [cast]: () => {
      for (const storage of [localStorage, sessionStorage])
        for (let index = 0; index < storage.length; index++) kept.push(storage.getItem(storage.key(index)!))
      return { message: 'Your vote is recorded.' }
    },
  })
  await user.click(screen.getByRole('radio', { name: 'Yes' }))
  await user.click(screen.getByRole('button', { name: 'Vote' }))
  await waitFor(() => expect(sentTo(cast)).toHaveLength(1))
  expect(kept.filter((text) => text?.includes('fund.castVote'))).toHaveLength(1)
  expect(kept.filter((text) => text?.includes(yes.id))).toEqual([])
})

test('says what is secret and what the managers will see', async () => {
  await renderVotes([mine(), mine({ id: accountId, question: 'New treasurer?', isSecret: false })])
  const [secret, named] = screen.getAllByRole('article')
  expect(secret).toHaveTextContent('Secret: nobody sees what you choose, then or later.')
  expect(named).toHaveTextContent('Named: the managers of the fund see who chose what once it has ended.')
})

test('a member who held no units on the record day sees why they cannot vote', async () => {
  await renderVotes([mine({ mayVote: false })])
  expect(screen.getByText(/is for members who held units on 2026-03-03\. 1 of 3 have voted\./)).toBeInTheDocument()
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
})

test('an ended vote shows its result with what is in front, and no form', async () => {
  await renderVotes([
    mine({
      state: 'ENDED',
      cast: 3,
      choices: [
        { ...yes, votes: 2, percent: 66.67, isGreatest: true },
        { ...no, votes: 1, percent: 33.33 },
      ],
    }),
  ])
  const table = within(screen.getByRole('table', { name: 'Result of Shall we buy the boat?' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'ChoiceVotesShare',
    'YesMost266.67%',
    'No133.33%',
  ])
  expect(screen.getByText('3 of 3 voted')).toBeInTheDocument()
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
})

test('a secret vote by units shows whole percents alone, and one with too few ballots why it has no result', async () => {
  const ended = { state: 'ENDED', cast: 3 } as const
  await renderVotes([
    mine({
      ...ended,
      byUnits: true,
      castPercent: 64,
      choices: [
        { ...yes, percent: 50, isGreatest: true },
        { ...no, percent: 50 },
      ],
    }),
    mine({ ...ended, id: accountId, question: 'Two?', cast: 2, isWithheld: true }),
  ])
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['ChoiceShare', 'YesMost50%', 'No50%'])
  expect(screen.getByText('3 of 3 voted, 64% of the units')).toBeInTheDocument()
  expect(screen.getByText(/A result would tell who chose what, so this vote has none/)).toBeInTheDocument()
})

test('a vote that ended meanwhile is said to be over', async () => {
  const { user } = await renderVotes([mine()], { [cast]: refused('voteOver') })
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'Vote' }))
  expect(await screen.findByText('This vote is over. Nothing can be changed any more.')).toBeInTheDocument()
})
