import { expect, it, test } from 'vitest'
import {
  cleared,
  countOpenFields,
  filterFaults,
  filterResets,
  opportunityQuery,
  OpportunitySearch,
  writeTypes,
  yearsBefore,
} from './opportunity-filter.ts'

const complete = OpportunitySearch.parse({ capital: '50000', risk: '1', asked: 'true' })

it('begins with long, all types and years, without QEC, at the first twenty rows, and asks nothing yet', () => {
  expect(OpportunitySearch.parse({})).toEqual({
    direction: 'long',
    capital: '',
    risk: '',
    symbol: '',
    types: 'All',
    year: null,
    qec: 'false',
    asked: 'false',
    overtaken: 'show',
    orderBy: null,
    order: 'ASC',
    start: 0,
    count: 20,
  })
})

it('asks only with direction, capital, risk and at least one type, after Filter', () => {
  expect(opportunityQuery(complete, ['EQUITY', 'ETF', 'INDEX'])).toEqual({
    params: {
      investmentType: 'long',
      capital: '50000',
      risk: '1',
      start: 0,
      count: 20,
      assetTypes: ['EQUITY', 'ETF', 'INDEX'],
      symbolOrAll: null,
      showOnlyQEC: false,
      yearIPO: null,
    },
    query: { overtaken: 'show', direction: 'ASC' },
  })
  for (const change of [
    { capital: '' },
    { risk: '' },
    { types: 'none' },
    { asked: 'false' },
    { risk: '0' },
    { risk: '101' },
  ] as const) {
    expect(opportunityQuery({ ...complete, ...change }, ['EQUITY'])).toBeUndefined()
  }
})

test.each(Object.entries(filterResets))('resetting %s clears the table', (_name, reset) => {
  expect(opportunityQuery({ ...complete, ...reset, ...cleared }, ['EQUITY'])).toBeUndefined()
})

it('says beside each field what is wrong with it', () => {
  expect(filterFaults({ ...complete, capital: '0', risk: '100.5', types: 'none' })).toEqual({
    capital: 'Enter a capital above zero.',
    risk: 'Risk must be greater than zero and less than equal to 100',
    types: 'Choose at least one instrument type.',
  })
  expect(countOpenFields(complete)).toBe(0)
})

it('keeps asking for all types while all offered ones are chosen', () => {
  expect(writeTypes(['EQUITY', 'ETF'], ['EQUITY', 'ETF'])).toBe('All')
  expect(writeTypes(['ETF'], ['EQUITY', 'ETF'])).toBe('ETF')
  expect(opportunityQuery({ ...complete, types: writeTypes([], ['EQUITY']) }, ['EQUITY'])).toBeUndefined()
})

it('sends the offered types only, and nothing until they are known', () => {
  const typesOf = (types: string, offered: readonly string[] | undefined) =>
    opportunityQuery({ ...complete, types }, offered)?.params.assetTypes
  expect(typesOf('All', ['EQUITY', 'ETF'])).toEqual(['EQUITY', 'ETF'])
  expect(typesOf('ETF INDEX', ['EQUITY', 'ETF'])).toEqual(['ETF'])
  expect(typesOf('All', ['EQUITY', 'ETF', 'INDEX'])).toEqual(['EQUITY', 'ETF', 'INDEX'])
  expect(opportunityQuery(complete, undefined)).toBeUndefined()
})

it('asks for the order of a clicked header, from the address', () => {
  const place = OpportunitySearch.parse({
    capital: '50000',
    risk: '1',
    asked: 'true',
    orderBy: 'volume',
    order: 'DESC',
  })
  expect(opportunityQuery(place, ['EQUITY'])?.query).toEqual({
    overtaken: 'show',
    orderBy: 'volume',
    direction: 'DESC',
  })
  expect(OpportunitySearch.parse({ orderBy: 'entry' }).orderBy).toBeNull()
})

it('offers the year of the market day and the nine before', () => {
  expect(yearsBefore('2021-04-21')).toEqual([2021, 2020, 2019, 2018, 2017, 2016, 2015, 2014, 2013, 2012])
  expect(yearsBefore(null)).toEqual([])
})
