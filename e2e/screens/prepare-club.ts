// Brings announcements and votes of a fund into the states that `shots.ts` lists.
import type { Page } from '@playwright/test'
import { otherMemberIds } from './prepare-member.ts'

/** The demonstration's. */
export async function showAnnouncements(page: Page): Promise<void> {
  await page.getByRole('article', { name: /^Annual meeting on/ }).waitFor()
}

export async function openNewVote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New vote' }).click()
  const form = page.getByRole('dialog', { name: /^New vote/ })
  await form.getByLabel(/^Question/).fill('Should the club keep a fifth of its money in cash?')
  await form.getByLabel(/^Details/).fill('The treasurer proposes it until the end of the year.')
  await form.getByLabel(/^Choices/).fill('Yes\nNo\nAbstain')
}

/** The demonstration's: an open one and one that has ended. */
export async function showVotes(page: Page): Promise<void> {
  await page.getByRole('article', { name: /^Should the club hold/ }).waitFor()
}

/** An open vote with a recorded ballot, a secret one, a named one by units, and one that nobody needed any more. */
export async function showVoteResults(page: Page): Promise<void> {
  const choices = (...shares: readonly (readonly [string, number, string | null])[]) =>
    shares.map(([label, votes, units], index) => ({
      id: otherMemberIds[0].replace(/2$/, String(index)),
      label,
      votes,
      units,
      percent: (100 * votes) / shares.reduce((sum, [, one]) => sum + one, 0),
      isGreatest: index === 0,
    }))
  const ended = {
    id: otherMemberIds[0],
    question: 'Should the club keep a fifth of its money in cash?',
    details: 'The treasurer proposes it until the end of the year.',
    choices: choices(['Yes', 9, null], ['No', 5, null], ['Abstain', 2, null]),
    isSecret: true,
    byUnits: false,
    recordDay: '2026-01-30',
    lastDay: '2026-02-13',
    openedAt: '2026-01-30T15:00:00Z',
    state: 'ENDED',
    endedAt: '2026-02-14T05:00:00Z',
    reason: null,
    voters: 20,
    cast: 16,
    castPercent: null,
    isWithheld: false,
    ballots: [],
    roll: [],
  }
  const named = choices(['Nora Lind', 3, '1200.00000000'], ['Jon Vale', 1, '400.00000000'])
  const votes = [
    {
      ...ended,
      id: otherMemberIds[0].replace(/2$/, '8'),
      question: 'Who keeps the minutes?',
      details: '',
      isSecret: false,
      state: 'OPEN',
      lastDay: '2026-03-20',
      endedAt: null,
      voters: 4,
      cast: 2,
      choices: named.map((one) => ({ ...one, votes: null, units: null, percent: null, isGreatest: false })),
      roll: ['Ada Moss', 'Ben Hale', 'Jon Vale', 'Nora Lind'].map((name, index) => ({
        memberId: otherMemberIds[0].replace(/2$/, String(index)),
        name,
        hasUser: index % 2 === 0,
        hasVoted: index < 2,
        recordedBy: index === 1 ? 'Maria Keller' : null,
      })),
    },
    ended,
    {
      ...ended,
      id: otherMemberIds[1],
      question: 'Who checks the accounts of 2026?',
      details: '',
      choices: named,
      isSecret: false,
      byUnits: true,
      cast: 4,
      castPercent: 64.25,
      ballots: ['Ada Moss', 'Ben Hale', 'Nora Lind', 'Jon Vale'].map((name, index) => ({
        name,
        choiceId: named[index === 3 ? 1 : 0]?.id,
        units: '400.00000000',
        recordedBy: index === 1 ? 'Maria Keller' : null,
      })),
    },
    {
      ...ended,
      id: otherMemberIds[0].replace(/2$/, '9'),
      question: 'Shall we meet in April?',
      state: 'CANCELLED',
      reason: 'The hall is booked.',
      details: '',
    },
  ]
  await page.route('**/find-votes/**', (route) => route.fulfill({ json: votes }))
  await page.reload()
  await page.getByText('The hall is booked.').waitFor()
}
