import { permissions as definitions, type GroupPermission } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { categoriesOf } from './permission-category.ts'

const permissions: GroupPermission[] = definitions.map(({ nameKey, name, category }) => ({
  id: nameKey,
  nameKey,
  name,
  groupName: category,
  enabled: nameKey === 'VD' || nameKey === 'VCH',
}))
const namesOf = (keyword: string) =>
  categoriesOf(permissions, keyword).flatMap(({ name, shown }) =>
    shown.map((permission) => `${name}: ${permission.name}`),
  )

it('keeps the categories in menu order with what is on of how many', () => {
  expect(
    categoriesOf(permissions, '').map(({ name, enabledCount, count }) => `${name} ${enabledCount} of ${count}`),
  ).toEqual([
    'Accounts 0 of 5',
    'Market 2 of 5',
    'Trading 0 of 3',
    'Reports 0 of 1',
    'Messages 0 of 3',
    'Administration 0 of 5',
  ])
})

it('finds by part of the name in any case, by the whole key, and by category', () => {
  expect(namesOf(' CHART ')).toEqual(['Market: View chart'])
  expect(namesOf('vmwt')).toEqual(['Accounts: View my wallet'])
  expect(namesOf('messages')).toEqual(['Messages: View alerts', 'Messages: View notifications', 'Messages: View tasks'])
})

it('counts the whole category whatever the keyword leaves', () => {
  expect(categoriesOf(permissions, 'chart')).toMatchObject([{ enabledCount: 2, count: 5 }])
})

it('is empty when nothing fits', () => {
  expect(categoriesOf(permissions, 'nothing like it')).toEqual([])
})
