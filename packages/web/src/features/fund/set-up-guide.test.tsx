import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, memberId, sampleMember, sampleOverview } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { SetUpGuide } from './set-up-guide.tsx'

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/member/findAllMembers': [],
    'GET /v1/api/fund/find-mailed-statements/{accountId}': [],
  })
})

const row = {
  accountId,
  memberId,
  memberFullName: 'Ada Lund',
  isMember: true,
  amount: cents(100),
  participationPercent: 100,
  profitLostAmount: cents(0),
  value: cents(100),
  units: '10',
  floatingProfit: cents(0),
  realProfit: cents(0),
}
const fresh = sampleOverview({ openingDay: '2026-03-03', asOf: '2026-03-03' })
const open = (more: Partial<Parameters<typeof SetUpGuide>[0]> = {}) =>
  render(
    <SetUpGuide
      overview={fresh}
      rows={[]}
      onBooks={() => undefined}
      onAdd={() => undefined}
      onStatements={() => undefined}
      {...more}
    />,
  )
test('begins with the members, and leads from there to what each of them paid in', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Add members' })).toBeVisible()
  expect(screen.getByText('Add the members').closest('li')).toHaveAttribute('aria-current', 'step')
})

test('opens the form for the first contribution once there are members', async () => {
  answers({ 'GET /v1/api/member/findAllMembers': [sampleMember()] })
  const onAdd = vi.fn<() => void>()
  const { user } = await open({ onAdd })
  expect(await screen.findByText(/The fund opened on 2026-03-03 with what the account held/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Record a contribution' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

test('ends with the first statement, and can be hidden', async () => {
  answers({ 'GET /v1/api/member/findAllMembers': [sampleMember()] })
  const onStatements = vi.fn<() => void>()
  const settled = sampleOverview({
    openingDay: '2026-03-02',
    asOf: '2026-03-03',
    toBeMatched: { count: 0, overstated: fresh.toBeMatched.overstated, understated: fresh.toBeMatched.understated },
  })
  const { user } = await open({ overview: settled, rows: [row], onStatements })
  await user.click(await screen.findByRole('button', { name: 'Make the first statement' }))
  expect(onStatements).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Hide the guide' }))
  expect(screen.queryByRole('list')).toBeNull()
})
