import { ApiError, type BankAccount, type Client, type NewEntry } from '@clubfolio/contract'
import { describe, expect, test } from 'vitest'
import { toOrder, withoutBank, withSavedBank, type EntryForm } from '../entry/entry-form.ts'
import { sendEntry } from './send-entry.ts'

const filled: EntryForm = {
  accountId: 'a',
  memberId: 'm',
  amount: '1234.50',
  isContribution: true,
  date: '2026-03-04',
  isActive: true,
  description: 'March',
  funding: 'opening',
  due: null,
  requestId: null,
  movesMoney: true,
  bank: 'NEW',
  bankAccountId: null,
  bankAccountNumber: '12345678',
  bankRouting: '021000021',
  bankAlias: 'House',
}
const bank: BankAccount = { id: 'b', alias: 'House', number: '•••• 5678', routing: '•••• 0021' }

/** Fakes the modal's form and the server's calls, one of which may be refused. */
function open() {
  const state = { form: filled, isOpen: true, saved: 0, recorded: [] as NewEntry[], isRefused: false, waits: false }
  const record: Client['member']['createContribution'] = ({ body }) => {
    if (state.isRefused)
      return Promise.reject(new ApiError(409, { code: 409, error: 'Too much.', refusal: 'withdrawalTooLarge' }))
    state.recorded.push(body)
    return Promise.resolve({ id: 'e', message: 'Recorded' })
  }
  const calls = {
    createBankAccount: () => Promise.resolve(state.waits ? { ...bank, waitingId: 'w' } : (state.saved++, bank)),
    createContribution: record,
    createRetribution: record,
  }
  const submit = () =>
    sendEntry(calls, toOrder(state.form, undefined), {
      isOpen: () => state.isOpen,
      onBankSaved: ({ id }) => (state.form = withSavedBank(state.form, id)),
      onBankWaits: () => (state.form = withoutBank(state.form)),
    })
  return { state, submit }
}

describe('an entry with a new bank account', () => {
  test('names the bank account that is saved before it', async () => {
    const { state, submit } = open()
    await submit()
    expect(state).toMatchObject({ saved: 1, recorded: [{ foundId: 'b', amount: 123_450n }] })
  })

  test('that is refused keeps the saved bank account: the next try saves none', async () => {
    const { state, submit } = open()
    state.isRefused = true
    await expect(submit()).rejects.toThrow('Too much.')
    expect(state.form).toMatchObject({ bank: 'EXIST', bankAccountId: 'b', bankAccountNumber: '', amount: '1234.50' })
    state.isRefused = false
    await submit()
    expect(state).toMatchObject({ saved: 1, recorded: [{ foundId: 'b' }] })
  })

  test('whose bank details wait is not recorded, and the form no longer holds their numbers', async () => {
    const { state, submit } = open()
    state.waits = true
    await expect(submit()).rejects.toThrow('The bank details wait for a second person, so no entry was recorded.')
    expect(state.recorded).toEqual([])
    expect(state.form).toMatchObject({ bank: 'HIDDEN', bankAccountNumber: '', amount: '1234.50' })
    await submit()
    expect(state.recorded).toMatchObject([{ foundId: null }])
  })

  test('is not recorded any more when the form was closed while the fate of the bank account was open', async () => {
    const { state, submit } = open()
    state.isOpen = false
    await expect(submit()).rejects.toThrow('no entry was recorded')
    expect(state.recorded).toEqual([])
  })
})
