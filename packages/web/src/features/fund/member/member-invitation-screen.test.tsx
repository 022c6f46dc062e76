import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { signIn } from '../../../testing/sign-in.ts'
import { MemberInvitationScreen } from './member-invitation-screen.tsx'

const find = 'POST /v1/api/member/find-invitation'
const accept = 'POST /v1/api/member/accept-invitation'

beforeEach(() => {
  signIn([])
  window.location.hash = ''
})

test('says whose fund it is, as which member and for which user, and accepts', async () => {
  window.location.hash = '#secret-token'
  answers({
    [find]: { owner: 'Maria Keller', club: 'Riverside Club', name: 'Ada Lund' },
    [accept]: { message: 'You are linked to the member Ada Lund now.' },
  })
  const { user } = await render(<MemberInvitationScreen />)
  expect(await screen.findByText('Maria Keller invites you to Riverside Club')).toBeVisible()
  expect(screen.getByText(/the user of the member Ada Lund.*You are signed in as \S+@\S+\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept as Ada Lund' }))
  await waitFor(() => expect(sentTo(accept)).toEqual([{ token: 'secret-token' }]))
  expect(await screen.findByText('You are linked to the member Ada Lund now.')).toBeVisible()
})

test('a link that is dead says why, and offers nothing to press', async () => {
  window.location.hash = '#secret-token'
  answers({ [find]: refused('memberInvitationOver') })
  await render(<MemberInvitationScreen />)
  expect(await screen.findByText('This invitation cannot be used')).toBeVisible()
  expect(screen.getByText(/older than 7 days/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('without a link it says where one comes from', async () => {
  await render(<MemberInvitationScreen />)
  expect(await screen.findByText('No invitation here')).toBeVisible()
})
