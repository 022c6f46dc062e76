import type { FirstSteps } from '@clubfolio/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFirstStepsChoice, useNoteFirstStep } from '../../kernel/first-steps.ts'
import { closeOrderTicket, openOrderTicket } from '../../kernel/order-ticket.ts'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { FirstStepsCard } from './first-steps.tsx'
import { FirstStepsLater } from './first-steps-later.tsx'

const steps = 'GET /v1/api/user/find-my-first-steps'
const nothing: FirstSteps = {
  isAccountLinked: false,
  isChartOpened: false,
  isOrderPlaced: false,
  isMemberAdded: false,
  isContributionRecorded: false,
  isStatementMade: false,
  isSkipped: false,
}
const everything: FirstSteps = {
  isAccountLinked: true,
  isChartOpened: true,
  isOrderPlaced: true,
  isMemberAdded: true,
  isContributionRecorded: true,
  isStatementMade: true,
  isSkipped: false,
}

beforeEach(() => signIn())

const open = async (known: Partial<FirstSteps> = {}) => {
  answers({ [steps]: { ...nothing, ...known } })
  return render(<FirstStepsCard />)
}
/** The button that unfolds and folds the card. */
const fold = () => screen.findByRole('button', { name: /^First steps · / })
const current = () => screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')

test('begins open with the account, and leads to its screen', async () => {
  await open()
  expect(await screen.findByRole('region', { name: 'First steps' })).toHaveTextContent('First steps · 0 of 5')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(current()).toHaveTextContent(/Link a paper account.*practice money/)
  expect(screen.getByRole('link', { name: 'Link an account' })).toHaveAttribute('href', '/account')
})

test.each([
  [{ isAccountLinked: true }, '1 of 5', 'Open the chart', '/chart'],
  [{ ...everything, isOrderPlaced: false }, '4 of 5', 'Open the orders', '/order'],
  [{ ...everything, isMemberAdded: false, isContributionRecorded: false }, '4 of 5', 'Add a member', '/member'],
  [{ ...everything, isContributionRecorded: false }, '4 of 5', 'Record a contribution', '/account-mapping'],
  [{ ...everything, isStatementMade: false }, '4 of 5', 'Create a statement', '/account-mapping'],
] as const)(
  'with an account it is folded; unfolded, the next step of %o leads on',
  async (known, count, action, to) => {
    const { user } = await open(known)
    expect(await fold()).toHaveTextContent(`First steps · ${count}`)
    await user.click(await fold())
    expect(screen.getByRole('link', { name: action })).toHaveAttribute('href', to)
    await user.click(await fold())
    expect(await fold()).toHaveFocus()
    expect(screen.queryByRole('list')).not.toBeInTheDocument()
  },
)

function Choice() {
  const [choice, choose] = useFirstStepsChoice()
  return <button onClick={() => choose(false)}>{`chosen ${String(choice)}`}</button>
}

test('a skipped guide goes, is remembered, and can be brought back', async () => {
  answers({ [steps]: nothing })
  const { user } = await render(
    <>
      <FirstStepsCard />
      <Choice />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Skip the guide' }))
  expect(screen.queryByText(/First steps/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'chosen true' }))
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeVisible()
})

test('one that was skipped on another device stays away', async () => {
  answers({ [steps]: { ...nothing, isSkipped: true } })
  await render(
    <>
      <FirstStepsCard />
      <Choice />
    </>,
  )
  await screen.findByText('chosen null')
  expect(screen.queryByText(/First steps/)).not.toBeInTheDocument()
})

test('once all is done it is not asked for again', async () => {
  answers({ [steps]: everything })
  await render(
    <>
      <FirstStepsCard />
      <Choice />
    </>,
  )
  expect(await screen.findByText('chosen true')).toBeVisible()
  expect(screen.queryByText(/First steps/)).not.toBeInTheDocument()
})

test('a step that only the browser sees counts at once', async () => {
  function Chart() {
    const note = useNoteFirstStep('chart')
    return <button onClick={note}>Chart</button>
  }
  answers({ [steps]: { ...nothing, isAccountLinked: true } })
  const { user } = await render(
    <>
      <FirstStepsCard />
      <Chart />
    </>,
  )
  expect(await fold()).toHaveTextContent('1 of 5')
  await user.click(screen.getByRole('button', { name: 'Chart' }))
  expect(await fold()).toHaveTextContent('2 of 5')
})

test('leaves its corner to an open order ticket', async () => {
  await open({ isAccountLinked: true })
  expect(await fold()).toBeVisible()
  act(() => openOrderTicket({}))
  expect(screen.queryByText(/First steps/)).not.toBeInTheDocument()
  act(closeOrderTicket)
  expect(await fold()).toBeVisible()
})

test('comes when nothing is being read, but not while the page is still being opened', async ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answers({ [steps]: nothing })
  await render(<FirstStepsLater />)
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await advance(3_000)
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
  await advance(1_000)
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeVisible()
})

test('users who may link no account are asked nothing', async () => {
  signIn(['VD', 'VMA'])
  await render(<FirstStepsLater />)
  await waitFor(() => expect(screen.queryByText(/First steps/)).not.toBeInTheDocument())
})
