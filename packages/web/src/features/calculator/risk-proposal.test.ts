import { expect, test } from 'vitest'
import { riskProposal } from './risk-proposal.ts'

test.each([
  ['10000', '2'],
  ['19999.99', '2'],
  ['20000', '1.33'],
  ['50000', '1'],
  ['100000', '0.5'],
  ['500000', '0.2'],
  ['1000000', '0.1'],
])('%s dollars propose a risk of %s %%', (capital, risk) => {
  expect(riskProposal({ capital, risk: '' }, undefined)).toBe(risk)
})

test('what was typed stays, also when it is what was proposed before', () => {
  expect(riskProposal({ capital: '10000', risk: '1.5' }, undefined)).toBeUndefined()
  expect(riskProposal({ capital: '200000', risk: '2' }, undefined)).toBeUndefined()
})

test('an untouched proposal follows the capital and goes with it', () => {
  expect(riskProposal({ capital: '200000', risk: '2' }, '2')).toBe('0.5')
  expect(riskProposal({ capital: '10001', risk: '2' }, '2')).toBeUndefined()
  for (const capital of ['', '0', '?50,25', '.']) expect(riskProposal({ capital, risk: '2' }, '2')).toBe('')
})

test('no capital proposes nothing', () => {
  for (const capital of ['', '0', '0.00', '?5,0'])
    expect(riskProposal({ capital, risk: '' }, undefined)).toBeUndefined()
})
