import { expect, test } from 'vitest'
import { missingPackages } from './install-checkers.mjs'

test('only the packages of programs that are not here are asked for', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages((program) => program === 'hledger')).toEqual(['poppler-utils'])
  expect(missingPackages(() => false)).toEqual(['poppler-utils', 'hledger'])
})
