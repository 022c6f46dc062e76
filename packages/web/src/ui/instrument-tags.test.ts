import { expect, it } from 'vitest'
import { addCompany } from './instrument-tags.tsx'

const first = { id: '1', code: 'OSTV', name: 'Ostrava Semiconductors' }

it('adds a company once, compared by its id', () => {
  expect(addCompany([], first)).toEqual([first])
  expect(addCompany([first], { ...first, name: 'Another name' })).toEqual([first])
})
