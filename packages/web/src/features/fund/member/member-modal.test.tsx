import type { FoundUser, Member } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, type Answers, noResponse, refused, refusedFields, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, memberId, sampleMember } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { MemberModal } from './member-modal.tsx'

const create = 'POST /v1/api/member/create'
const update = 'POST /v1/api/member/update'
const created = { message: 'Member was created', id: memberId }
const linked: FoundUser = {
  id: '1d1f0a38-4e7b-4b39-8d7e-38f4c9d3ab01',
  firstName: 'Adam',
  lastName: 'Lund',
  email: 'a***@example.com',
  fullName: 'Adam Lund',
  phoneNumber: '',
}

beforeEach(() => signIn())

async function renderModal(member?: Member, answer: Answers = {}) {
  answers(answer)
  const onClose = vi.fn<() => void>()
  const { user } = await render(<MemberModal member={member} onClose={onClose} />)
  await screen.findByRole('dialog', { name: member ? 'Edit Member' : 'Create Member' })
  return { user, onClose, save: screen.getByRole('button', { name: 'Save' }) }
}

const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })

async function renderFilled(answer: Answers) {
  const page = await renderModal(undefined, answer)
  await page.user.type(field('First name'), 'Ada')
  await page.user.type(field('Last name'), 'Lund')
  await page.user.type(field('Phone'), '+12125550123')
  return page
}

describe('required fields', () => {
  test('Save waits for both names and the phone, and counts what is open', async () => {
    const { user, save } = await renderModal()
    expect(save).toBeDisabled()
    expect(screen.getByText('3 fields need attention')).toBeInTheDocument()
    await user.type(field('First name'), 'Ada')
    await user.type(field('Last name'), 'Lund')
    expect(screen.getByText('1 field needs attention')).toBeInTheDocument()
    await user.type(field('Phone'), '+12125550123')
    expect(save).toBeEnabled()
    expect(screen.queryByText(/needs? attention/)).not.toBeInTheDocument()
  })

  test('a field says what is wrong when it is left, and no longer when it is right', async () => {
    const { user } = await renderModal()
    await user.type(field('Phone'), '12-34')
    await user.tab()
    expect(field('Phone')).toHaveAccessibleDescription(/A phone number has 4 to 15 digits/)
    await user.clear(field('Phone'))
    await user.type(field('Phone'), '12125550123')
    expect(field('Phone')).not.toBeInvalid()
  })

  test('an e-mail address may be empty, but not wrong', async () => {
    const { user, save } = await renderFilled({})
    expect(save).toBeEnabled()
    await user.type(field('Email'), 'ada@')
    await user.tab()
    expect(field('Email')).toHaveAccessibleDescription('Enter a valid e-mail address, or leave it empty.')
    expect(save).toBeDisabled()
  })
})

describe('saving', () => {
  test('a new member is sent once by a double click, and the form closes with a message', async () => {
    const { user, save, onClose } = await renderFilled({ [create]: created })
    await user.dblClick(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(create)).toMatchObject([{ firstName: 'Ada', lastName: 'Lund', phone: '+12125550123' }])
    expect(screen.getByText('Member was created')).toBeInTheDocument()
  })

  test('an edited member keeps what was not changed', async () => {
    const { user, save, onClose } = await renderModal(sampleMember(), { [update]: { message: 'Member was updated' } })
    expect(field('First name')).toHaveValue('Ada')
    await user.clear(field('First name'))
    await user.type(field('First name'), 'Ava')
    await user.click(screen.getByRole('switch', { name: 'Status' }))
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(update)).toMatchObject([
      { id: memberId, firstName: 'Ava', lastName: 'Lund', email: 'ada@example.com', status: 'INACTIVATED' },
    ])
  })

  test('a user found by three letters is linked, and unlinked by clearing the field', async () => {
    const { user, save } = await renderFilled({ [create]: created, 'GET /v1/api/user/{keyword}': [linked] })
    const search = field('Linked user')
    await user.type(search, 'ada')
    await user.click(await screen.findByText('Adam Lund'))
    expect(search).toHaveValue('Adam Lund')
    await user.click(save)
    await waitFor(() => expect(sentTo(create)).toMatchObject([{ userId: linked.id }]))
  })
})

describe('a save that fails', () => {
  test('shows what the server refuses at its field, and keeps what was typed', async () => {
    const refusal = refusedFields({ phone: 'This phone number is not in use.' })
    const { user, save, onClose } = await renderFilled({ [create]: refusal })
    await user.click(save)
    await waitFor(() => expect(field('Phone')).toHaveAccessibleDescription('This phone number is not in use.'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
    expect(field('First name')).toHaveValue('Ada')
  })

  test('can be sent again', async () => {
    const { user, save, onClose } = await renderFilled({ [create]: refused('busy') })
    await user.click(save)
    expect(await screen.findByRole('alert')).toHaveTextContent('try again in a few seconds')
    await waitFor(() => expect(save).toBeEnabled())
    answers({ [create]: created })
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  test('without an answer is asked about, and found to have happened', async () => {
    const { user, save, onClose } = await renderFilled({
      [create]: noResponse,
      'POST /v1/api/request/settle': { fate: 'DONE', reason: null, reply: created },
    })
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(create)).toHaveLength(1)
  })

  test('without an answer is asked about, and found not to have happened', async () => {
    const { user, save, onClose } = await renderFilled({
      [create]: noResponse,
      'POST /v1/api/request/settle': { fate: 'NOT_DONE', reason: null, reply: null },
    })
    await user.click(save)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(onClose).not.toHaveBeenCalled()
    expect(field('Last name')).toHaveValue('Lund')
  })
})

const overlay = () => document.querySelector('.mantine-Modal-overlay')!

describe('a half-typed member', () => {
  test.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['the cross', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['a click outside', (user: UserEvent) => user.click(overlay())],
  ])('is kept by %s until the question is answered', async (_how, leave) => {
    const { user, onClose } = await renderModal()
    await user.type(field('First name'), 'Ada')
    await leave(user)
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(field('First name')).toHaveValue('Ada')
    await waitFor(() => expect(screen.queryByText('Discard what you entered?')).not.toBeInTheDocument())
    await leave(user)
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('is not asked about while nothing was typed', async () => {
    const { user, onClose } = await renderModal()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

test('Cancel closes without sending', async () => {
  const { user, onClose } = await renderModal()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

describe('the sign-in of a member', () => {
  const invite = 'POST /v1/api/member/invite'
  const withdraw = 'POST /v1/api/member/withdraw-invitation'
  const fund = {
    accountId,
    accountNumber: '12342207',
    isPaper: false,
    currency: 'USD',
    club: 'Riverside Club',
    owner: 'Maria Keller',
    place: 'OWNER' as const,
    lastDay: null,
  }
  const invited = {
    email: 'ada@example.com',
    at: Date.parse('2026-03-04T15:00:00Z'),
    by: 'Maria Keller',
    isOver: false,
  }
  const funds = { 'GET /v1/api/fund/find-funds': [fund] }
  const part = async () => within(await screen.findByRole('region', { name: 'Sign-in of the member' }))

  test('not invited: one press sends the mail to their address, for the only fund', async () => {
    const { user } = await renderModal(sampleMember(), { ...funds, [invite]: { message: 'An invitation goes out.' } })
    const sign = await part()
    expect(sign.getByText(/^Not invited\. .* It goes to ada@example\.com\.$/)).toBeVisible()
    await waitFor(() => expect(sign.getByRole('button', { name: 'Send invitation' })).toBeEnabled())
    await user.click(sign.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(sentTo(invite)).toEqual([{ id: memberId, accountId }]))
    expect(await screen.findByText('An invitation goes out.')).toBeVisible()
  })

  test('with several funds, the fund is chosen first', async () => {
    const other = { ...fund, accountId: linked.id, club: null }
    const { user } = await renderModal(sampleMember(), {
      'GET /v1/api/fund/find-funds': [fund, other, { ...fund, accountId: memberId, place: 'TREASURER' }],
      [invite]: { message: 'Sent' },
    })
    const sign = await part()
    const choice = await sign.findByRole('combobox', { name: 'Fund that the member is invited to' })
    expect(sign.getByRole('button', { name: 'Send invitation' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(choice)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Riverside Club · 12342207',
      'Account 12342207',
    ])
    await user.click(screen.getByRole('option', { name: 'Account 12342207' }))
    await user.click(sign.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(sentTo(invite)).toEqual([{ id: memberId, accountId: linked.id }]))
  })

  test('invited: says when, by whom and where to; can be sent again and withdrawn', async () => {
    const { user } = await renderModal(sampleMember({ invitation: invited }), {
      ...funds,
      [invite]: { message: 'Sent again' },
      [withdraw]: { message: 'Withdrawn' },
    })
    const sign = await part()
    expect(sign.getByText(/^Invited on 2026-03-04 by Maria Keller, at ada@example\.com\. The link works/)).toBeVisible()
    await waitFor(() => expect(sign.getByRole('button', { name: 'Send again' })).toBeEnabled())
    await user.click(sign.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(sentTo(invite)).toHaveLength(1))
    await user.click(sign.getByRole('button', { name: 'Withdraw' }))
    await user.click(await within(await screen.findByRole('dialog', { name: /withdraw/ })).findByText('Withdraw'))
    await waitFor(() => expect(sentTo(withdraw)).toEqual([{ id: memberId }]))
  })

  test('an invitation whose link is over says so', async () => {
    await renderModal(sampleMember({ invitation: { ...invited, isOver: true } }), funds)
    expect((await part()).getByText(/was not used within 7 days and no longer works/)).toBeVisible()
  })

  test('waits for an address, and for a changed one to be saved', async () => {
    const { user } = await renderModal(sampleMember({ email: '' }), funds)
    const sign = await part()
    expect(sign.getByRole('button', { name: 'Send invitation' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(field('Email'), 'new@example.com')
    const send = sign.getByRole('button', { name: 'Send invitation' })
    expect(send).toHaveAccessibleDescription('Save the new e-mail address first')
  })

  test('linked: unlinking keeps every other field', async () => {
    const member = sampleMember({ userId: linked.id, user: { ...linked, email: 'adam@example.com' } })
    const { user, onClose } = await renderModal(member, { ...funds, [update]: { message: 'Member saved.' } })
    const sign = await part()
    expect(sign.getByText('Linked to Adam Lund.')).toBeVisible()
    await user.click(sign.getByRole('button', { name: 'Unlink' }))
    await user.click(await within(await screen.findByRole('dialog', { name: /unlink/ })).findByText('Unlink'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(update)).toEqual([
      { id: memberId, firstName: 'Ada', lastName: 'Lund', phone: '12125550123', userId: null },
    ])
  })
})
