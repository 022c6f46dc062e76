import type { AlertPreview } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { newRuleDraft, type RuleDraft } from './rule-draft.ts'

const create = 'POST /v1/api/alert/create-rule'
const update = 'POST /v1/api/alert/update-rule'
const ruleId = 'b9a34a0c-2c4b-4d5a-9e13-7ae3a5a9ee01'
const saved = { message: 'Rule saved', id: ruleId }
const apple = { id: '1', code: 'AAPL', name: 'Apple Inc.', assetType: 'EQUITY' as const }
const preview: AlertPreview = {
  words: 'AAPL at or above $150.00',
  next: 'Waits for a trade at or above it.',
  last: 148.2,
  isBeyond: false,
}

beforeEach(() => {
  signIn()
  answers({
    'POST /v1/api/alert/preview-rule': preview,
    'GET /v1/api/stock/searchByKeyword/{keyword}': [apple],
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
  })
})

interface Opened {
  readonly draft?: Partial<RuleDraft>
  readonly id?: string
  readonly answer?: Answers
}

async function renderDialog({ draft = { code: 'AAPL' }, id, answer = {} }: Opened = {}) {
  answers(answer)
  const onClose = vi.fn<() => void>()
  const { user } = await render(
    <RuleDialog
      draft={{ ...newRuleDraft, ...draft }}
      onClose={onClose}
      {...(id === undefined ? {} : { ruleId: id })}
    />,
  )
  await screen.findByRole('dialog')
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, onClose, choose, submit: screen.getByRole('button', { name: id === undefined ? 'Create' : 'Save' }) }
}

const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
const missing = (label: string) => screen.queryByRole('textbox', { name: new RegExp(`^${label}`) })

describe('a price', () => {
  test('is required, says what is wrong when it is left, and is created once by a double click', async () => {
    const { user, submit, onClose } = await renderDialog({ answer: { [create]: saved } })
    expect(submit).toBeDisabled()
    await user.type(field('Price'), '0')
    await user.tab()
    expect(field('Price')).toHaveAccessibleDescription('Enter a price above zero.')
    await user.clear(field('Price'))
    await user.type(field('Price'), '150.00001')
    expect(field('Price')).toHaveAccessibleDescription('Enter a price with at most 4 decimals.')
    await user.clear(field('Price'))
    await user.type(field('Price'), '150')
    await user.click(screen.getByRole('radio', { name: 'At or below' }))
    await user.dblClick(submit)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(create)).toMatchObject([
      { terms: { kind: 'PRICE', direction: 'BELOW', price: '150' }, code: 'AAPL', isRepeating: false },
    ])
  })

  test('that is not a number is not sent', async () => {
    const { user, submit } = await renderDialog()
    await user.type(field('Price'), '1,50')
    expect(submit).toBeDisabled()
    expect(screen.getByRole('alert')).toHaveTextContent('"1,50" is not a plain number.')
  })

  test('shows what the rule will wait for', async () => {
    const { user } = await renderDialog()
    expect(await screen.findByText('AAPL is at $148.20 now.')).toBeInTheDocument()
    await user.type(field('Price'), '150')
    expect(await screen.findByText(/AAPL at or above \$150\.00\./)).toBeInTheDocument()
  })
})

describe('the fields follow what to look for', () => {
  test('a move has a percent, and a price only when it is measured from one', async () => {
    const { choose } = await renderDialog({ draft: { code: 'AAPL', kind: 'MOVE' } })
    expect(field('Percent')).toBeInTheDocument()
    expect(missing('Price')).not.toBeInTheDocument()
    await choose('Measured from', 'a price of my own')
    expect(field('Price')).toBeInTheDocument()
  })

  test('a level has a price only when it is the own one', async () => {
    const { user } = await renderDialog({ draft: { code: 'AAPL', kind: 'LEVEL' } })
    expect(missing('Price')).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'My own level' }))
    expect(field('Price')).toBeInTheDocument()
  })

  test('a drawdown is about an account, and its percent is at most 100', async () => {
    const { user, choose, submit, onClose } = await renderDialog({
      draft: { kind: 'DRAWDOWN' },
      answer: { [create]: saved },
    })
    expect(missing('Instrument')).not.toBeInTheDocument()
    await choose('Account', '8841-2207')
    await user.type(field('Percent'), '101')
    await user.tab()
    expect(field('Percent')).toHaveAccessibleDescription('Enter a percent above 0 and at most 100.')
    await user.clear(field('Percent'))
    await user.type(field('Percent'), '12.5')
    await user.click(submit)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sentTo(create)).toMatchObject([{ terms: { kind: 'DRAWDOWN', percent: '12.5' }, accountId, code: null }])
  })

  test('the days before the end of an access are 1 to 7', async () => {
    const { user, submit } = await renderDialog({ draft: { kind: 'ACCESS', accountId } })
    await user.clear(field('Days before the end'))
    await user.type(field('Days before the end'), '8')
    await user.tab()
    expect(field('Days before the end')).toHaveAccessibleDescription('Enter 1 to 7 days.')
    expect(submit).toBeDisabled()
  })
})

test('an instrument is found by three letters, and clearing it makes the rule incomplete', async () => {
  const { user, submit } = await renderDialog({ draft: { price: '150' } })
  const instrument = field('Instrument')
  await user.type(instrument, 'app')
  await user.click(await screen.findByText('Apple Inc.'))
  expect(instrument).toHaveValue('AAPL')
  expect(submit).toBeEnabled()
  await user.clear(instrument)
  expect(submit).toBeDisabled()
})

test('the subject of an existing rule is fixed, and Save sends its other terms', async () => {
  const { user, submit, onClose } = await renderDialog({
    draft: { code: 'AAPL', price: '150', note: 'old' },
    id: ruleId,
    answer: { [update]: { message: 'Rule saved' } },
  })
  expect(screen.getByRole('combobox', { name: 'What to look for' })).toBeDisabled()
  await user.clear(field('Note'))
  await user.type(field('Note'), 'new')
  await user.click(screen.getByRole('radio', { name: 'Fire each time' }))
  await user.click(submit)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(update)).toMatchObject([{ id: ruleId, note: 'new', isRepeating: true }])
})

test('a refusal keeps the dialog and what was typed', async () => {
  const { user, submit, onClose } = await renderDialog({ answer: { [create]: refused('alertRuleCount') } })
  await user.type(field('Price'), '150')
  await user.click(submit)
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(field('Price')).toHaveValue('150')
  expect(onClose).not.toHaveBeenCalled()
})
