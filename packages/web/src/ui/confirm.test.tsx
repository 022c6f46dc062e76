import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { confirm, confirmWithReason, type ConfirmQuestion } from './confirm.tsx'

const removal: ConfirmQuestion = {
  question: 'Do you want to remove this group?',
  consequence: '3 users lose what it allows.',
  accept: 'Remove',
  isDanger: true,
}

async function ask(question: ConfirmQuestion = removal) {
  const answers: boolean[] = []
  const askNow = () => void confirm(question).then((answer) => answers.push(answer))
  const { user } = await render(
    <button type="button" onClick={askNow}>
      Ask
    </button>,
  )
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog', { name: question.question })
  return { user, answers }
}

const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('the question and its consequence are shown, and accepting answers yes', async () => {
  const { user, answers } = await ask()
  expect(screen.getByText('3 users lose what it allows.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await dialogIsGone()
  expect(answers).toEqual([true])
})

test('Cancel answers no', async () => {
  const { user, answers } = await ask()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await dialogIsGone()
  expect(answers).toEqual([false])
})

test('Escape answers no', async () => {
  const { user, answers } = await ask()
  await user.keyboard('{Escape}')
  await dialogIsGone()
  expect(answers).toEqual([false])
})

test('a dangerous question starts at Cancel, so that Enter removes nothing', async () => {
  const { user, answers } = await ask()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await dialogIsGone()
  expect(answers).toEqual([false])
})

test('a harmless question starts at its verb', async () => {
  const { user, answers } = await ask({ question: 'Link a login now?', accept: 'Go to linking' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to linking' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await dialogIsGone()
  expect(answers).toEqual([true])
})

test('the focus returns to where the question came from', async () => {
  const { user } = await ask()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus())
})

test('a second question waits for the answer to the first', async () => {
  const { user, answers } = await ask()
  void confirm({ question: 'And this one?', accept: 'Yes' }).then((answer) => answers.push(answer))
  expect(screen.queryByRole('dialog', { name: 'And this one?' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('dialog', { name: 'And this one?' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await dialogIsGone()
  expect(answers).toEqual([true, false])
})

test('where the reason is asked for, it is what accepting answers, and cancelling answers nothing', async () => {
  const reasons: (string | undefined)[] = []
  const askNow = () => void confirmWithReason(removal).then((reason) => reasons.push(reason))
  const { user } = await render(
    <button type="button" onClick={askNow}>
      Ask
    </button>,
  )
  const open = () => user.click(screen.getByRole('button', { name: 'Ask' }))
  await open()
  const why = await screen.findByRole('textbox', { name: /^Why/ })
  expect(why).toHaveFocus()
  await user.type(why, '  {Enter}')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(reasons).toEqual([])
  await user.type(why, 'typed twice {Enter}')
  await dialogIsGone()
  await open()
  await screen.findByRole('textbox', { name: /^Why/ })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await dialogIsGone()
  expect(reasons).toEqual(['typed twice', undefined])
})
