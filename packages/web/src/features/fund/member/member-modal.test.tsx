import type { FoundUser, Member } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, type Answers, noResponse, refused, refusedFields, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { memberId, sampleMember } from '../../../testing/samples.ts'
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
