import type { Account, FundChangePreview, FundOverview, Member, ParticipationRow } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, type Answers, noResponse, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import {
  accountId,
  bankAccountId,
  cents,
  memberId,
  sampleAccount,
  sampleFeePolicy,
  sampleFees,
  sampleMember,
  sampleOverview,
} from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { ParticipationModal, type ParticipationModalProps } from './participation-modal.tsx'

const payIn = 'POST /v1/api/member/create-contribution'
const payOut = 'POST /v1/api/member/create-retribution'
const saveBank = 'POST /v1/api/member/createBankAccount'
const recorded = { message: 'Contribution was created', id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de01' }
const bank = { id: bankAccountId, alias: 'Ada at First', number: '••••4321', routing: '••••0021' }

/** Ada's part of the fund. */
const share: ParticipationRow = {
  memberId,
  accountId,
  memberFullName: 'Ada Lund',
  amount: cents(90_000),
  participationPercent: 80,
  profitLostAmount: cents(10_000),
  value: cents(100_000),
  units: '9500',
  realProfit: cents(10_000),
  floatingProfit: cents(0),
  isMember: true,
}

const changeNothing: FundChangePreview = {
  isPending: false,
  waits: false,
  fundValueBefore: cents(104_310.55),
  fundValueAfter: cents(104_310.55),
  unitValueBefore: '104.3106',
  unitValueAfter: '104.3106',
  holders: [],
  leaving: null,
}

beforeEach(() => signIn())

interface Opened {
  readonly account?: Account | undefined
  readonly member?: Member | undefined
  readonly overview?: Partial<FundOverview>
  readonly approved?: ParticipationModalProps['approved']
  readonly answer?: Answers
}

async function renderEntry({ overview = {}, answer = {}, approved, ...given }: Opened = {}) {
  const { account = sampleAccount(), member = sampleMember() } = given
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    'GET /v1/api/member/fund-overview/{accountId}': sampleOverview(overview),
    'GET /v1/api/member/find-bank-accounts/{memberId}': [bank],
    'GET /v1/api/member/findMemberByKeyword/{keyword}': [sampleMember()],
    'GET /v1/api/fund/find-dues/{accountId}': { plans: [], payments: [] },
    'GET /v1/api/member/search-participation-by-account/{accountId}': [share],
    'POST /v1/api/fund/preview-entry': changeNothing,
    ...answer,
  })
  const onClose = vi.fn<() => void>()
  const shown = {
    ...('account' in given && given.account === undefined ? {} : { account }),
    ...('member' in given && given.member === undefined ? {} : { member }),
    ...(approved ? { approved } : {}),
  }
  const { user } = await render(<ParticipationModal {...shown} onClose={onClose} />)
  await screen.findByRole('dialog', { name: approved ? /^Approve the request/ : /^New Participation/ })
  await waitFor(() => expect(screen.getByLabelText(/^Date/)).toHaveTextContent('2026-03-04'))
  return { user, onClose, create: screen.getByRole('button', { name: approved ? 'Approve' : 'Create' }) }
}

const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
const missing = (label: string) => screen.queryByRole('textbox', { name: new RegExp(`^${label}`) })

async function renderFilledEntry(opened: Opened = {}) {
  const page = await renderEntry(opened)
  await page.user.type(field('Amount'), '1500.50')
  await page.user.type(field('Description'), 'For March')
  return page
}

async function chooseDay(user: Awaited<ReturnType<typeof renderEntry>>['user'], name: string) {
  await user.click(screen.getByLabelText(/^Date/))
  await user.click(await screen.findByRole('button', { name }))
}

test('a request fills the form in, and the entry that approves it names it', async () => {
  const request = {
    id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de41',
    memberId,
    name: 'Ada Lund',
    kind: 'TAKE_OUT_ALL' as const,
    amount: null,
    bankAccount: { id: bankAccountId, alias: bank.alias, number: bank.number },
    comment: 'For\nthe roof',
    state: 'OPEN' as const,
    madeAt: 0,
    decidedAt: null,
    reason: null,
    entry: null,
  }
  const { user, create } = await renderEntry({
    approved: { request, value: cents(512.34) },
    answer: { [payOut]: recorded },
  })
  expect(field('Amount')).toHaveValue('512.34')
  expect(field('Description')).toHaveValue('As requested: For the roof')
  expect(create).toBeEnabled()
  await user.click(create)
  await waitFor(() =>
    expect(sentTo(payOut)).toMatchObject([
      { memberId, amount: cents(512.34), date: '2026-03-04', foundId: bankAccountId, requestId: request.id },
    ]),
  )
})

test('a request to pay in on the opening day is new money, without a choice', async () => {
  const { user, create } = await renderEntry({
    overview: { openingDay: '2026-03-04', openingValue: cents(100_000) },
    approved: {
      request: {
        id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de41',
        memberId,
        name: 'Ada Lund',
        kind: 'PAY_IN',
        amount: cents(250),
        bankAccount: null,
        comment: '',
        state: 'OPEN',
        madeAt: 0,
        decidedAt: null,
        reason: null,
        entry: null,
      },
      value: 0n,
    },
    answer: { [payIn]: recorded },
  })
  expect(await screen.findByText(/What a member asks to pay in is new money/)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Already in the account' })).not.toBeInTheDocument()
  await user.click(create)
  await waitFor(() => expect(sentTo(payIn)).toHaveLength(1))
  expect(sentTo(payIn)[0]).not.toHaveProperty('funding')
})

describe('a contribution', () => {
  test('needs an amount and a description, and is dated on the market day', async () => {
    const { user, create, onClose } = await renderEntry({ answer: { [payIn]: recorded } })
    expect(create).toBeDisabled()
    expect(screen.getByText('2 fields need attention')).toBeInTheDocument()
    await user.type(field('Amount'), '1500.50')
    await user.type(field('Description'), 'For March')
    await user.dblClick(create)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(payIn)).toMatchObject([
      { accountId, memberId, amount: cents(1500.5), date: '2026-03-04', description: 'For March', foundId: null },
    ])
  })

  test('names the payment that it pays, where the member owes one', async () => {
    const due = {
      planId: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de31',
      memberId,
      name: 'Ada Lund',
      day: '2026-03-01',
      amount: cents(50),
      description: 'Monthly dues',
      state: 'late' as const,
      lateDays: 3,
      reminder: null,
    }
    const { user, create } = await renderFilledEntry({
      answer: {
        [payIn]: recorded,
        'GET /v1/api/fund/find-dues/{accountId}': {
          plans: [],
          payments: [due, { ...due, day: '2026-02-01', state: 'paid' }, { ...due, memberId: bankAccountId }],
        },
      },
    })
    await user.click(await screen.findByRole('combobox', { name: 'Pays what is due' }))
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['2026-03-01 · $50.00 · Monthly dues'])
    await user.click(screen.getByRole('option'))
    await user.click(create)
    await waitFor(() => expect(sentTo(payIn)).toMatchObject([{ due: { planId: due.planId, day: '2026-03-01' } }]))
  })

  test.each([
    ['0', 'Enter an amount from 0.01 to 999,999,999.99.'],
    ['1000000000', 'Enter an amount from 0.01 to 999,999,999.99.'],
    ['1.005', 'Enter an amount in dollars with at most 2 decimals.'],
    ['1,5', '"1,5" is not a plain number.'],
  ])('of %s is not sent, and the amount says why', async (typed, words) => {
    const { user, create } = await renderFilledEntry()
    await user.clear(field('Amount'))
    await user.type(field('Amount'), typed)
    expect(field('Amount')).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(create).toBeDisabled()
  })

  test('that the books refuse shows the reason at its field, until that field is changed', async () => {
    const { user, create, onClose } = await renderFilledEntry({ answer: { [payIn]: refused('entryBuysNothing') } })
    await user.click(create)
    await waitFor(() => expect(field('Amount')).toHaveAccessibleDescription(/too small to buy a part of a unit/))
    expect(onClose).not.toHaveBeenCalled()
    expect(field('Description')).toHaveValue('For March')
    await user.type(field('Amount'), '0')
    expect(field('Amount')).not.toBeInvalid()
  })

  test('whose refusal concerns no field is a message', async () => {
    const { user, create, onClose } = await renderFilledEntry({
      answer: { [payIn]: refused('holderBelowZero', { holder: 'Ada Lund', missing: '$5.00', day: '2026-02-02' }) },
    })
    await user.click(create)
    expect(await screen.findByRole('alert')).toHaveTextContent('Ada Lund would lack $5.00 on 2026-02-02')
    expect(field('Amount')).toHaveValue('1500.50')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('whose answer is lost is sent once and closes the form when it happened', async () => {
    const { user, create, onClose } = await renderFilledEntry({
      answer: {
        [payIn]: noResponse,
        'POST /v1/api/request/settle': { fate: 'DONE', reason: null, reply: recorded },
      },
    })
    await user.click(create)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(payIn)).toHaveLength(1)
  })
})

describe('closing it by Esc', () => {
  test('asks first while what was typed has not been sent', async () => {
    const { user, onClose } = await renderFilledEntry()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(field('Amount')).toHaveValue('1500.50')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('asks nothing about an entry that is on its way: the shell says what became of it', async () => {
    let arrive = (_reply: typeof recorded): void => undefined
    const { user, create, onClose } = await renderFilledEntry({
      answer: { [payIn]: () => new Promise<typeof recorded>((resolve) => (arrive = resolve)) },
    })
    await user.click(create)
    await waitFor(() => expect(sentTo(payIn)).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    arrive(recorded)
    await waitFor(() => expect(create).not.toHaveAttribute('data-loading'))
  })
})

test('a retribution goes to its own call, and a refusal of too much is shown at the amount', async () => {
  const { user, create } = await renderFilledEntry({
    answer: { [payOut]: refused('withdrawalTooLarge', { maximum: '$900.00', day: '2026-03-04' }) },
  })
  await user.click(screen.getByRole('radio', { name: 'Retrib' }))
  await user.click(create)
  await waitFor(() =>
    expect(field('Amount')).toHaveAccessibleDescription('At most $900.00 can be taken out on 2026-03-04.'),
  )
  expect(sentTo(payOut)).toHaveLength(1)
})

test('Everything is the net value, and a line says what the fees take', async () => {
  const { user, create } = await renderFilledEntry({
    answer: {
      [payOut]: recorded,
      'GET /v1/api/fund/find-fees/{accountId}': sampleFees({
        policies: [sampleFeePolicy()],
        netValues: [
          {
            memberId,
            name: 'Ada Lund',
            value: cents(100_000),
            management: cents(107.95),
            performance: cents(40),
            net: cents(99_852.05),
          },
        ],
      }),
    },
  })
  expect(screen.queryByRole('button', { name: 'Everything' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Retrib' }))
  await user.click(await screen.findByRole('button', { name: 'Everything' }))
  expect(
    screen.getByText(
      '$99,852.05: the value of $100,000.00 at the last close less fees of $147.95 ($107.95 management, $40.00 ' +
        'performance), which go to the receiver with it.',
    ),
  ).toBeVisible()
  expect(field('Amount')).toHaveValue('99852.05')
  await user.click(create)
  await waitFor(() => expect(sentTo(payOut)).toMatchObject([{ amount: cents(99_852.05) }]))
})

test('a retribution of today says what the fees take, and what is not possible before it is sent', async () => {
  const { user } = await renderFilledEntry({
    answer: {
      'POST /v1/api/fund/preview-entry': ({ body: { amount } }) =>
        amount > cents(99_917.81)
          ? refused('aboveNetValue', { maximum: '$99,917.81', day: '2026-03-04' })
          : {
              ...changeNothing,
              leaving: {
                management: cents(41.09),
                performance: cents(0),
                earlier: cents(147.95),
                units: '5018.90400000',
                paidOut: cents(50_000),
                netValue: cents(99_917.81),
                isEstimate: false,
              },
            },
    },
  })
  await user.click(screen.getByRole('radio', { name: 'Retrib' }))
  expect(
    await screen.findByText(
      'Fees of $189.04 go with it: $41.09 management, $147.95 of ended periods, booked first. $50,000.00 is paid ' +
        'out; 5,018.9040 units go. At most $99,917.81 can be taken out.',
    ),
  ).toBeVisible()
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '100000')
  expect(await screen.findByText(/^At most \$99,917\.81 can be taken out on 2026-03-04: the net value/)).toBeVisible()
})

test('in a fund without fees Everything is the value, and of another day it is not offered', async () => {
  const { user } = await renderEntry()
  await user.click(screen.getByRole('radio', { name: 'Retrib' }))
  await user.click(await screen.findByRole('button', { name: 'Everything' }))
  expect(field('Amount')).toHaveValue('100000.00')
  expect(screen.getByText('$100,000.00, the value at the last close.')).toBeVisible()
  await chooseDay(user, '3 March 2026')
  expect(screen.queryByRole('button', { name: 'Everything' })).not.toBeInTheDocument()
})

describe('the day', () => {
  test('is at most the market day', async () => {
    const { user } = await renderEntry()
    await user.click(screen.getByLabelText(/^Date/))
    expect(await screen.findByRole('button', { name: '4 March 2026' })).toBeEnabled()
    expect(screen.getByRole('button', { name: '5 March 2026' })).toBeDisabled()
  })

  test('before today shows what the entry changes and asks for its reason', async () => {
    const { user } = await renderFilledEntry({
      answer: {
        'POST /v1/api/fund/preview-entry': {
          isPending: false,
          waits: false,
          leaving: null,
          fundValueBefore: cents(104_310.55),
          fundValueAfter: cents(105_811.05),
          unitValueBefore: '104.3106',
          unitValueAfter: '104.3106',
          holders: [],
        },
      },
    })
    await chooseDay(user, '2 March 2026')
    expect(await screen.findByText('What this entry changes')).toBeInTheDocument()
    expect(field('Description')).toHaveAccessibleDescription('Shown as the reason for a back-dated entry.')
  })
})

describe('the bank details', () => {
  test('are absent until they are wanted, and then may be empty: the entry names no bank account', async () => {
    const { user, create, onClose } = await renderFilledEntry({ answer: { [payIn]: recorded } })
    expect(missing('Bank account number')).not.toBeInTheDocument()
    await user.click(screen.getByRole('switch', { name: 'Bank details' }))
    expect(create).toBeEnabled()
    await user.click(create)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(saveBank)).toEqual([])
    expect(sentTo(payIn)).toMatchObject([{ foundId: null }])
  })

  test('that are half-filled say what is missing once a field of them is left', async () => {
    const { user, create } = await renderFilledEntry()
    await user.click(screen.getByRole('switch', { name: 'Bank details' }))
    await user.type(field('Bank account number'), '000123456789')
    expect(create).toBeDisabled()
    expect(field('Routing number')).not.toBeInvalid()
    await user.tab()
    expect(field('Routing number')).toHaveAccessibleDescription('Enter the routing number, or leave all three empty.')
    expect(field('Alias')).toHaveAccessibleDescription('Enter the alias, or leave all three empty.')
    await user.clear(field('Bank account number'))
    expect(field('Alias')).not.toBeInvalid()
    expect(create).toBeEnabled()
  })

  test('say what is wrong with a number', async () => {
    const { user } = await renderFilledEntry()
    await user.click(screen.getByRole('switch', { name: 'Bank details' }))
    await user.type(field('Bank account number'), '12a')
    expect(field('Bank account number')).toHaveAccessibleDescription('An account number has 4 to 17 digits.')
    await user.type(field('Routing number'), '123456789')
    expect(field('Routing number')).toHaveAccessibleDescription(
      'A routing number has 9 digits with a valid check digit.',
    )
  })

  test('of a new account are saved once before the entry, which names it', async () => {
    const { user, create, onClose } = await renderFilledEntry({
      answer: { [saveBank]: bank, [payIn]: refused('entryBuysNothing') },
    })
    await user.click(screen.getByRole('switch', { name: 'Bank details' }))
    await user.type(field('Bank account number'), '000123456789')
    await user.type(field('Routing number'), '021000021')
    await user.type(field('Alias'), 'Ada at First')
    await user.click(create)
    await waitFor(() => expect(field('Amount')).toBeInvalid())
    expect(sentTo(saveBank)).toEqual([
      { bankAccountNumber: '000123456789', bankRouting: '021000021', bankAlias: 'Ada at First', memberId },
    ])
    answers({ [payIn]: recorded })
    await user.type(field('Amount'), '0')
    await waitFor(() => expect(create).toBeEnabled())
    await user.click(create)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(saveBank)).toHaveLength(1)
    expect(sentTo(payIn)).toMatchObject([{ foundId: bankAccountId }, { foundId: bankAccountId }])
  })

  test('of a saved account are chosen', async () => {
    const { user, create } = await renderFilledEntry({ answer: { [payIn]: recorded } })
    await user.click(screen.getByRole('switch', { name: 'Bank details' }))
    await user.click(screen.getByRole('radio', { name: 'Exist Bank Account' }))
    expect(create).toBeEnabled()
    await user.click(screen.getByRole('combobox', { name: 'Saved bank account' }))
    await user.click(await screen.findByRole('option', { name: 'Ada at First ••••4321' }))
    await user.click(create)
    await waitFor(() => expect(sentTo(payIn)).toMatchObject([{ foundId: bankAccountId }]))
    expect(sentTo(saveBank)).toEqual([])
  })
})

describe('the money', () => {
  test('of an entry of today is moved at the paper brokerage unless it is switched off', async () => {
    const { user, create } = await renderFilledEntry({
      overview: { canMoveMoney: true },
      answer: { [payIn]: recorded },
    })
    await user.click(screen.getByRole('switch', { name: /Make the deposit at the paper brokerage/ }))
    await user.click(create)
    await waitFor(() => expect(sentTo(payIn)).toHaveLength(1))
    expect(sentTo(payIn)[0]).not.toHaveProperty('moveMoney')
  })

  test('of the opening day is asked about: already in the account, or new', async () => {
    const { user, create } = await renderFilledEntry({
      overview: { openingDay: '2026-03-04', openingValue: cents(100_000) },
      answer: { [payIn]: recorded },
    })
    await user.click(screen.getByRole('radio', { name: 'New money' }))
    await user.click(create)
    await waitFor(() => expect(sentTo(payIn)).toMatchObject([{ funding: 'new-money' }]))
  })
})

test('without a member given, one is found by three letters and required', async () => {
  const { user, create } = await renderFilledEntry({ member: undefined, answer: { [payIn]: recorded } })
  expect(create).toBeDisabled()
  await user.type(field('Member'), 'lun')
  await user.click(await screen.findByText('Lund, Ada'))
  await user.click(create)
  await waitFor(() => expect(sentTo(payIn)).toMatchObject([{ memberId }]))
})

test('without an account given, the only active one is chosen', async () => {
  await renderEntry({ account: undefined })
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Account number/ })).toHaveValue('8841-2207'))
})

test('Cancel sends nothing', async () => {
  const { user, onClose } = await renderEntry()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})
