import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { StatementMail } from './statement-mail.tsx'

const memberId = '0198c0de-0000-7000-8000-0000000000c1'
const at = Date.parse('2026-01-20T13:00:00Z')
const mailed = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  memberId,
  holder: 'Ann Keller',
  from: '2025-01-01',
  to: '2025-12-31',
  recipient: 'ann@example.test',
  state: 'sent' as const,
  reason: null,
  requestedAt: at,
  sentAt: at,
  openedAt: null,
  hasAllocation: true,
}

beforeEach(() => signIn())

test('what was mailed to a holder says whether the allocation was with it', async () => {
  answers({
    'GET /v1/api/fund/find-mailed-statements/{accountId}': () => [
      mailed,
      { ...mailed, id: memberId, from: '2025-11-01', to: '2025-11-30', hasAllocation: false },
    ],
  })
  const span = { accountId, memberId, from: '2025-01-01', to: '2025-12-31' }
  await render(<StatementMail span={span} holder="Ann Keller" isMember />)
  const section = within(screen.getByRole('region', { name: 'By mail' }))
  expect((await section.findByText('2025-01-01 to 2025-12-31')).parentElement).toHaveTextContent('With allocation')
  expect(section.getByText('2025-11-01 to 2025-11-30').parentElement).not.toHaveTextContent('With allocation')
})
