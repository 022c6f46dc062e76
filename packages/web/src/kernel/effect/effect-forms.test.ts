// Checks that docs/effect-forms.md lists every effect of the contract and correctly describes the stored data of each.
import { type Route, routeList } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import table from '../../../../../docs/effect-forms.md?raw'

const features = Object.keys(import.meta.glob('../../features/**/*.{ts,tsx}')).map((path) =>
  path.replace('../../features/', ''),
)
const rows = [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (\w+) \| ([^|]+) \|/gm)].map(
  ([, call, forms, draft, key]) => ({ call, forms: forms!.split(', '), draft, key }),
)

const keptOf = ({ secret, upload }: Route) => ({
  draft: secret === true || upload === true ? 'no' : 'yes',
  key: secret === true ? 'for the life of the page' : 'yes',
})

test('every effect is in the table of forms with what is kept of it', () => {
  const effects = routeList
    .filter(({ route }) => route.effect !== undefined)
    .map(({ group, name, route }) => ({ call: `${group}.${name}`, ...keptOf(route) }))
  const byCall = (one: { readonly call: string | undefined }, other: { readonly call: string | undefined }) =>
    one.call! < other.call! ? -1 : 1
  expect(rows.map(({ call, draft, key }) => ({ call, draft, key })).toSorted(byCall)).toEqual(effects.toSorted(byCall))
})

test('the forms it names are there', () => {
  const missing = rows
    .flatMap(({ forms }) => forms)
    .filter((form) => !features.some((path) => (form.endsWith('/') ? path.startsWith(form) : path === form)))
  expect(missing).toEqual([])
})
