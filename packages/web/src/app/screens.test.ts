import { access, pageAddresses, type PermissionKey, systemGroups } from '@clubfolio/contract'
import { IconEye } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import type { Standing } from '../kernel/member-standing.ts'
import { homePath, menuGroups, offeredScreens, screens, type Screen } from './screens.ts'

const load = () => Promise.resolve(() => null)
const everything = () => true
const nothing = () => false

const ownPaths = [
  '/allocation',
  '/profile',
  '/market',
  '/heat-map',
  '/income',
  '/returns',
  '/risk',
  '/welcome',
  '/chart/$symbol',
  '/account/statement-files',
  '/journal',
  '/fund-invitation',
  '/fund-year',
  '/member-invitation',
  '/my-funds',
  '/performance',
]

it('has an address in the contract for each screen, where the server answers with the page', () => {
  const addresses = screens.flatMap((screen) => screen.paths).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'))
  const unguarded = [
    '/',
    '/.well-known/acme-challenge/{value}',
    '/auth',
    '/page-not-found',
    '/register',
    '/sign-in-return',
  ]
  expect(addresses.toSorted()).toEqual(
    pageAddresses.filter((path) => !unguarded.some((one) => one === path)).toSorted(),
  )
})

it('names every guarded address of the specification once, beside our own', () => {
  const named = screens.flatMap((screen) => screen.paths).filter((path) => !ownPaths.includes(path))
  expect(named.toSorted()).toEqual([
    '/account',
    '/account-mapping',
    '/account/activate',
    '/alert',
    '/chart',
    '/chart/$symbol/$timing',
    '/dashboard',
    '/dynamic-report',
    '/group',
    '/instrument-comparator',
    '/member',
    '/notification',
    '/operation',
    '/opportunity-seeker',
    '/option-management',
    '/order',
    '/screener',
    '/static-report',
    '/stock-calculator-advance',
    '/task',
    '/tools',
    '/transaction',
    '/user',
    '/wallet',
    '/watchlist',
  ])
})

it('keeps the menu groups together and in their order', () => {
  const order = screens
    .flatMap((screen) => (screen.group ? [screen.group] : []))
    .filter((group, index, all) => group !== all[index - 1])
  expect(order).toEqual([...menuGroups])
})

it('leaves out what is not built, what has no menu place and what the user may not see', () => {
  const table: Screen[] = [
    { name: 'a', paths: ['/a'], title: 'A', icon: IconEye, group: 'Fund', load },
    { name: 'b', paths: ['/b'], title: 'B', icon: IconEye, group: 'Fund' },
    { name: 'c', paths: ['/c'], title: 'C', icon: IconEye, load },
    { name: 'd', paths: ['/d'], title: 'D', icon: IconEye, group: 'Reports', access: access.key('VR'), load },
  ]
  expect(offeredScreens(everything, { table }).map((screen) => screen.name)).toEqual(['a', 'd'])
  expect(offeredScreens(nothing, { table }).map((screen) => screen.name)).toEqual(['a'])
})

it('leads home to the dashboard where the user may see it, else to the first screen', () => {
  const table: Screen[] = [
    { name: 'account', paths: ['/account'], title: 'Accounts', icon: IconEye, group: 'Trading', load },
    {
      name: 'dashboard',
      paths: ['/dashboard'],
      title: 'Dashboard',
      icon: IconEye,
      group: 'Overview',
      access: access.key('VD'),
      load,
    },
  ]
  expect(homePath(everything, { table })).toBe('/dashboard')
  expect(homePath((key) => key === 'VS', { table })).toBe('/account')
  expect(homePath(everything, { table: [] })).toBe('/page-not-found')
})

it('leads a user without any permission to the page that explains it', () => {
  expect(homePath(nothing)).toBe('/welcome')
  expect(offeredScreens(nothing).map(({ name }) => name)).not.toContain('welcome')
})

const member = { isMember: true, isMemberOnly: false }
const memberOnly = { isMember: true, isMemberOnly: true }
const investor: readonly PermissionKey[] = systemGroups.find(({ nameKey }) => nameKey === 'INVESTORS')!.keys
const isInvestor = (key: PermissionKey) => investor.includes(key)
const namesFor = (can: (key: PermissionKey) => boolean, standing?: Standing) =>
  offeredScreens(can, standing ? { standing } : {}).map(({ name }) => name)

it('offers a member who manages nothing their funds, and no screen about what managers have', () => {
  expect(namesFor(isInvestor, memberOnly)).toEqual(
    namesFor(isInvestor, member).filter(
      (name) =>
        ![
          'wallet',
          'account',
          'order',
          'operation',
          'risk',
          'transaction',
          'journal',
          'option-management',
          'member',
          'account-mapping',
          'allocation',
        ].includes(name),
    ),
  )
  expect(namesFor(isInvestor, memberOnly)).toContain('my-funds')
})

it('keeps Accounts for a member who may link one, because that is how they would begin', () => {
  const names = namesFor((key) => key === 'CA', memberOnly)
  expect(names).toContain('account')
  expect(names).not.toContain('order')
})

it('offers a manager who is a member elsewhere both, and somebody who is no member no funds of theirs', () => {
  expect(namesFor(everything, member)).toEqual(expect.arrayContaining(['account', 'account-mapping', 'my-funds']))
  expect(namesFor(everything)).not.toContain('my-funds')
})

it('leads a member who manages nothing to their funds where they have no dashboard', () => {
  expect(homePath(nothing, { standing: memberOnly })).toBe('/my-funds')
  expect(homePath((key) => key === 'VW', { standing: memberOnly })).toBe('/my-funds')
  expect(homePath((key) => key === 'VD', { standing: memberOnly })).toBe('/dashboard')
  expect(homePath((key) => key === 'VW', { standing: member })).toBe('/watchlist')
})
