import type { ReportFilter } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import {
  areChosen,
  choicesOf,
  describeChoices,
  filledFiltersOf,
  initialChoices,
  readChoices,
  startAtAccount,
  writeChoices,
} from './report-choices.ts'

const filter = (
  key: string,
  type: ReportFilter['inputTypeNameKey'],
  selectedItem: ReportFilter['selectedItem'],
  options: ReportFilter['nomenclatorConfigConfig'] = [],
): ReportFilter => ({
  nomenclatorConfigId: key,
  nomenclatorConfigNameKey: key,
  nomenclatorConfigDisplayName: key.toUpperCase(),
  nomenclatorConfigDescription: '',
  inputTypeNameKey: type,
  nomenclatorConfigConfig: options,
  selectedItem,
})
const filters = [
  filter('account', 'SELECT', 'ALL', [{ id: 'ALL', value: 'All & every = one' }]),
  filter('period', 'DATE_RANGE', ['2025-03-04', '2026-03-04'], [{ id: 'THIS_MONTH', value: 'This month' }]),
  filter('price', 'PRICE_DOLLAR', null),
]

it('begins with what the report proposes and asks for the rest', () => {
  const choices = initialChoices(filters)
  expect(areChosen(filters, choices)).toBe(false)
  expect(areChosen(filters, { ...choices, price: '' })).toBe(false)
  expect(areChosen(filters, { ...choices, price: '12.5' })).toBe(true)
  expect(areChosen(filters, { ...choices, price: '12.5', period: ['2026-01-01', null] })).toBe(false)
})

it('begins with the account in view where it is offered, and the address goes before it', () => {
  const accounts = filter('account', 'SELECT', 'default', [
    { id: 'ALL', value: 'All' },
    { id: 'default', value: '1001' },
    { id: 'other', value: '1002' },
  ])
  const begin = (accountId: string | undefined, address = '') =>
    readChoices(startAtAccount([accounts], accountId), address)['account']
  expect([begin('other'), begin('gone'), begin(undefined), begin('other', 'account=ALL')]).toEqual([
    'other',
    'default',
    'default',
    'ALL',
  ])
})

it('finds in the address what was written into it', () => {
  const choices = { account: 'a&b=c..d', period: ['2026-01-01', '2026-02-01'] as const, price: '0' }
  expect(readChoices(filters, writeChoices(filters, choices))).toEqual(choices)
  expect(readChoices(filters, writeChoices(filters, { ...choices, period: 'THIS_MONTH' }))['period']).toBe('THIS_MONTH')
})

it('takes from the address only filters that the report has', () => {
  expect(readChoices(filters, 'price=5&owner=else')).toEqual({
    account: 'ALL',
    period: ['2025-03-04', '2026-03-04'],
    price: '5',
  })
  expect(readChoices(filters, '')).toEqual(initialChoices(filters))
})

it('sends half a period as none', () => {
  const sent = filledFiltersOf(filters, { account: 'ALL', period: [null, '2026-02-01'], price: '1' })
  expect(sent.map(({ selectedItem }) => selectedItem)).toEqual(['ALL', null, '1'])
  expect(choicesOf(sent)).toEqual({ account: 'ALL', period: null, price: '1' })
})

it('tells choices in the words of the options', () => {
  expect(describeChoices(filters, { account: 'ALL', period: 'THIS_MONTH', price: null })).toEqual([
    'ACCOUNT: All & every = one',
    'PERIOD: This month',
    'PRICE: --',
  ])
})

it('shows an amount like the head of the files, with separators and cents', () => {
  expect(describeChoices(filters, { account: 'ALL', period: null, price: '1250000.5' }).at(-1)).toBe(
    'PRICE: $1,250,000.50',
  )
})
