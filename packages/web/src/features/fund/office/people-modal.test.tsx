import type { Approval, FundApprovals, FundRole } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, sampleOverview } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FundRightsProvider } from '../book/fund-rights.tsx'
import { PeopleModal, type PeopleView } from './people-modal.tsx'

const waitingId = '019a9f3e-8c00-7000-8000-000000000010'
const approval = (fields: Partial<Approval> = {}): Approval => ({
  id: waitingId,
  kind: 'CONTRIBUTION',
  title: 'Contribution of $500.00 by Ada Lund',
  details: [{ label: 'Description', value: 'Bank transfer' }],
  preview: null,
  author: 'Theo Treasurer',
  requestedAt: Date.parse('2026-03-04T15:00:00Z'),
  expiresAt: Date.parse('2026-03-18T15:00:00Z'),
  state: 'WAITING',
  isOwn: false,
  isByItself: false,
  canDecide: true,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  ...fields,
})
const approvals = (fields: Partial<FundApprovals> = {}): FundApprovals => ({
  secondPersonFrom: cents(500),
  waiting: [],
  decided: [],
  ...fields,
})
const auditor: FundRole = {
  id: '019a9f3e-8c00-7000-8000-000000000011',
  role: 'AUDITOR',
  email: 'nora@example.test',
  name: 'Nora Lind',
  state: 'IN_FORCE',
  lastDay: '2026-04-30',
  invitedBy: 'Olga Owner',
  invitedAt: Date.parse('2026-03-01T15:00:00Z'),
  acceptedAt: Date.parse('2026-03-01T16:00:00Z'),
}

beforeEach(() => {
  signIn(['VMA'])
  answers({ 'GET /v1/api/fund/find-roles/{accountId}': [auditor] })
})

interface Shown {
  readonly place?: 'OWNER' | 'APPROVER' | 'AUDITOR'
  readonly firstView?: PeopleView
  readonly shown?: FundApprovals
}

async function show({ place = 'OWNER', firstView = 'approvals', shown = approvals() }: Shown) {
  answers({ 'GET /v1/api/fund/find-approvals/{accountId}': shown })
  await render(
    <FundRightsProvider overview={sampleOverview({ place, secondPersonFrom: shown.secondPersonFrom })}>
      <PeopleModal accountId={accountId} subject="Riverside Club" firstView={firstView} onClose={() => undefined} />
    </FundRightsProvider>,
  )
  return userEvent.setup()
}

test('what waits shows what it would change now, and is approved after a question', async () => {
  let sent: unknown
  answers({
    'POST /v1/api/fund/preview-approval': { preview: null, day: '2026-03-04', obstacle: null },
    'POST /v1/api/fund/approve': ({ body }) => {
      sent = body
      return { message: 'Approved. Contribution recorded.' }
    },
  })
  const user = await show({ place: 'APPROVER', shown: approvals({ waiting: [approval()] }) })
  const change = await screen.findByRole('article', { name: 'Contribution of $500.00 by Ada Lund' })
  expect(within(change).getByText('Bank transfer')).toBeVisible()
  await user.click(within(change).getByRole('button', { name: 'What it changes' }))
  expect(await within(change).findByText('Approved now, it is dated 2026-03-04.')).toBeVisible()
  await user.click(within(change).getByRole('button', { name: 'Approve' }))
  await screen.findByText('Do you want to approve this?')
  await user.click(screen.getAllByRole('button', { name: 'Approve' }).at(-1)!)
  await expect.poll(() => sent).toEqual({ accountId, id: waitingId })
})

test('a change that no longer fits says why', async () => {
  answers({
    'POST /v1/api/fund/preview-approval': {
      preview: null,
      day: null,
      obstacle: 'At most $63.08 can be taken out on 2026-03-04.',
    },
  })
  const user = await show({ place: 'APPROVER', shown: approvals({ waiting: [approval()] }) })
  await user.click(await screen.findByRole('button', { name: 'What it changes' }))
  expect(
    await screen.findByText('It no longer fits the books: At most $63.08 can be taken out on 2026-03-04.'),
  ).toBeVisible()
})

test('it is declined with a reason only', async () => {
  let sent: unknown
  answers({
    'POST /v1/api/fund/decline': ({ body }) => {
      sent = body
      return { message: 'Declined.' }
    },
  })
  const user = await show({ place: 'APPROVER', shown: approvals({ waiting: [approval()] }) })
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'The receipt is missing.')
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await expect.poll(() => sent).toEqual({ accountId, id: waitingId, reason: 'The receipt is missing.' })
})

test('its author may withdraw it and not decide it, and an auditor may do neither', async () => {
  await show({ shown: approvals({ waiting: [approval({ isOwn: true, canDecide: false })] }) })
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
})

test('a charge that is asked for by itself names Clubfolio, and says why its owner cannot approve it', async () => {
  const title = 'Fees of $18.35 for the period that ended on 2026-03-31'
  const own = approval({ title, author: 'Clubfolio', isOwn: true, isByItself: true, canDecide: false })
  await show({ shown: approvals({ waiting: [own] }) })
  const article = await screen.findByRole('article', { name: title })
  expect(article).toHaveTextContent(/Asked for by Clubfolio on/)
  expect(article).toHaveTextContent('You have set that these fees are charged by themselves, so somebody else approves')
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
})

test('an auditor sees what waits and the roles, and no button to change them', async () => {
  const user = await show({ place: 'AUDITOR', shown: approvals({ waiting: [approval({ canDecide: false })] }) })
  await screen.findByRole('article', { name: 'Contribution of $500.00 by Ada Lund' })
  expect(screen.queryByRole('button', { name: /Approve|Decline|Withdraw/ })).not.toBeInTheDocument()
  expect(screen.queryByText('Second person')).not.toBeInTheDocument()
  await user.click(screen.getByText('Roles'))
  expect(await screen.findByText('until 2026-04-30')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Remove|last day|Send invitation/ })).not.toBeInTheDocument()
})

test('an auditor is invited with a last day only, and the form says that the invitation waits', async () => {
  let sent: unknown
  answers({
    'POST /v1/api/fund/invite-to-role': ({ body }) => {
      sent = body
      return { message: 'It waits for a second person.', waitingId }
    },
  })
  const user = await show({ firstView: 'roles' })
  expect(await screen.findByText('It takes effect once a second person approves it.')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), 'tina@example.test')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await expect.poll(() => sent).toEqual({ accountId, email: 'tina@example.test', role: 'TREASURER', lastDay: null })
})

test('the setting explains itself with an example of the amount typed', async () => {
  const user = await show({ firstView: 'second-person', shown: approvals({ secondPersonFrom: null }) })
  await user.click(await screen.findByRole('switch', { name: /Ask for a second person/ }))
  const amount = screen.getByRole('textbox', { name: /Contributions and retributions from/ })
  await user.clear(amount)
  await user.type(amount, '1000')
  expect(
    screen.getByText(
      'Example: a contribution of $1,000.00 waits. $600.00 on Monday counts at once; $400.00 of the same member on ' +
        'Thursday waits, because the amounts of one member within 7 days add up.',
    ),
  ).toBeVisible()
})
