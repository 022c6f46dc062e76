// Which refusals a call may answer, and that none of the catalogue is left without a call.
import { expect, test } from 'vitest'
import { commonRefusals, commonRefusalsOf, declaredRefusals } from './declared-refusals.ts'
import { refusalCatalogue } from './refusals.ts'
import { routeList, routes } from './routes.ts'

/** Not answered by a call of the contract. */
const elsewhere: Readonly<Record<string, string>> = {
  unknownRoute: 'no call is at the address',
  requestUnknown: 'written by the pages when the outcome of a request stays unknown',
}

test('every refusal of the catalogue belongs to a call, or is named with a reason', () => {
  const declared = new Set<string>(routeList.flatMap(({ route }) => [...declaredRefusals(route)]))
  const unused = Object.keys(refusalCatalogue).filter((name) => !declared.has(name))
  expect(unused).toEqual(Object.keys(elsewhere))
})

test('a call has the refusals of its kind beside its own', () => {
  const { everyCall, withoutSession, withSession, withPermission, withChange, withEffect } = commonRefusals
  const { withStrongFactor, withFreshFactor } = commonRefusals
  expect(commonRefusalsOf(routes.security.findCaptcha)).toEqual([...everyCall, ...withoutSession])
  expect(commonRefusalsOf(routes.security.touch)).toEqual([...everyCall, ...withSession, ...withChange])
  expect(commonRefusalsOf(routes.group.create)).toEqual([
    ...everyCall,
    ...withSession,
    ...withStrongFactor,
    ...withFreshFactor,
    ...withPermission,
    ...withChange,
    ...withEffect,
  ])
  expect([...declaredRefusals(routes.watchlist.create)]).toEqual(
    expect.arrayContaining(['busy', 'sessionEnded', 'watchlistName']),
  )
  expect(declaredRefusals(routes.watchlist.create).has('nameKeyTaken')).toBe(false)
})
