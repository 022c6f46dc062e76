import type { Company } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { describeCompany } from './company-words.ts'

const company: Company = {
  id: 'x',
  code: 'CRVN',
  name: 'Corvane Systems',
  assetType: 'EQUITY',
  exchange: 'NYSE',
  country: null,
  sector: null,
  industry: null,
  marketCap: 41_320_400_000,
  ipo_date: null,
  hasIntraday: false,
  firstDay: null,
  firstIntradayDay: null,
}

test('asset type, code and market value in millions', () => {
  expect(describeCompany(company)).toBe('EQUITY · CRVN · $41,320 M')
})

test('without a market value only type and code', () => {
  expect(describeCompany({ ...company, marketCap: null })).toBe('EQUITY · CRVN')
})
