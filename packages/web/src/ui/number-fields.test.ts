// Every numeric input of the product uses the shared number field, and docs/number-fields.md lists them all. The list
// is generated from the source: `npx vitest run packages/web/src/ui/number-fields.test.ts -u` regenerates it.
import { expect, it } from 'vitest'

const modules = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = Object.entries(modules)
  .map(([path, source]) => ({ file: path.startsWith('./') ? `ui/${path.slice(2)}` : path.slice(3), source }))
  .toSorted((one, other) => (one.file < other.file ? -1 : 1))

/** Inputs that take digits or a position on a scale but are not number fields, with the reason. */
const others: Readonly<Record<string, readonly { readonly sign: string; readonly reason: string }[]>> = {
  'ui/code-input.tsx': [
    { sign: 'type="number"', reason: 'Six boxes for a sent code: a text of digits, one a box, never a number.' },
  ],
  'features/fund/entry/bank-fields.tsx': [
    {
      sign: 'inputMode="numeric"',
      reason: 'Account and routing numbers of a bank are texts of digits, whose zeros in front count.',
    },
  ],
  'features/screener/criteria-form.tsx': [
    { sign: '<Slider', reason: 'A thumb on a scale: the limit is typed in the number field above it.' },
    { sign: '<RangeSlider', reason: 'Two thumbs on a scale: limits are typed in the number fields above them.' },
  ],
  'features/option/leg-list.tsx': [
    { sign: 'Number(event', reason: 'A choice of the strikes that are listed: nothing is typed.' },
  ],
  'features/option/payoff-picture.tsx': [
    { sign: '<Slider', reason: 'A thumb on the days to the expiration, or on a shift of the volatility.' },
    { sign: 'Number(event', reason: 'The place of such a thumb.' },
  ],
  'features/option/strategy-ticket.tsx': [
    { sign: 'Number(event', reason: 'A choice of the widths that the chain has: nothing is typed.' },
  ],
}
const signs = [
  'type="number"',
  '<input type="range"',
  'inputMode="decimal"',
  'inputMode="numeric"',
  '<NumberInput',
  '<Slider',
  '<RangeSlider',
  'parseFloat(event',
  'Number(event',
]

/** Labels that a component receives from elsewhere. */
const labels: Readonly<Record<string, string>> = {
  'features/calculator/sizing-fields.tsx labels[name]': 'Capital, Risk %, Resistance price, Support price',
  'features/chart/indicator-dialog.tsx label': 'Each length and factor of an indicator',
  'features/chart/level-panel.tsx `${titles[name]} price`': 'Resistance price, Support price',
  'features/screener/criteria-form.tsx label': 'Each limit of the screener',
  'features/target/leaf-fields.tsx code': 'Each fixed part of a class',
  'features/own-report/condition-list.tsx label': 'The value, or From and To, of a condition on a number',
  'features/report/filter-fields.tsx label': "Each price of a report's filters",
}

/** Returns the attributes of each element of a component. */
const elementsOf = (source: string, component: string): string[] =>
  source
    .split(`<${component}`)
    .slice(1)
    .flatMap((rest) => (/^\s/.test(rest) ? [upTo('>', rest)] : []))

/** Returns the text before the first `sign` outside of braces. */
function upTo(sign: string, text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === sign && depth === 0) return text.slice(0, at)
    if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
  }
  return text
}

function labelOf(file: string, attributes: string): string {
  const [, given = ''] = /(?:^|\s)(?:aria-)?label=(.*)/s.exec(attributes) ?? []
  if (given.startsWith('"')) return given.slice(1, given.indexOf('"', 1))
  const expression = upTo('}', given.slice(1))
  const known = labels[`${file} ${expression}`]
  if (known !== undefined) return known
  const choices = [...(expression.split('?').at(-1) ?? '').matchAll(/'([^']+)'|`([^`]+)`/g)]
  return (
    choices.map(([, quoted, template]) => quoted ?? template?.replaceAll(/\$\{[^}]*\}/g, '…')).join(' or ') ||
    expression
  )
}

const listed = sources
  .flatMap(({ file, source }) => [
    ...elementsOf(source, 'NumericInput').map((attributes) => ({
      file,
      label: labelOf(file, attributes),
      field: 'NumericInput',
    })),
    ...elementsOf(source, 'InlineInput')
      .filter((attributes) => /\sisNumeric\b/.test(attributes))
      .map((attributes) => ({ file, label: labelOf(file, attributes), field: 'InlineInput' })),
  ])
  .filter(({ file }) => file !== 'ui/inline-input.tsx')

it('lists every number field of the product in docs/number-fields.md', async () => {
  expect(listed.length).toBeGreaterThan(25)
  const rows = listed.map(
    ({ file, label, field }) =>
      `| ${file.startsWith('features/gallery/') ? 'Gallery of widgets: ' : ''}${label} | \`${file}\` | ${field} |`,
  )
  const reasons = Object.entries(others).flatMap(([file, list]) =>
    list.map(({ sign, reason }) => `| \`${file}\` | \`${sign.replace('<', '')}\` | ${reason} |`),
  )
  await expect(`# Number fields

Every input of the product that takes a number, by its label. All of them are the one field of [decision 0016](decisions/0016-one-number-field.md).
Made from the source by \`npx vitest run packages/web/src/ui/number-fields.test.ts -u\`, and kept true by that test.

| label | source in \`packages/web/src\` | field |
|---|---|---|
${rows.join('\n')}

What looks like a number and is none:

| source | what | reason |
|---|---|---|
${reasons.join('\n')}
`).toMatchFileSnapshot('../../../../docs/number-fields.md')
})

it('takes a minus only where a negative number makes sense', () => {
  const signed = sources.flatMap(({ file, source }) =>
    elementsOf(source, 'NumericInput')
      .filter((attributes) => /\sisSigned\b/.test(attributes))
      .map(() => file),
  )
  // Results, changes and amounts that a report or a screen filters by can be negative, and so can the cash and the
  // positions that an account held before; prices, sizes and payments cannot.
  expect(signed).toEqual([
    'features/file-account/opening-content-form.tsx',
    'features/file-account/opening-content-form.tsx',
    'features/journal/journal-filters.tsx',
    'features/own-report/condition-list.tsx',
    'features/screener/criteria-form.tsx',
  ])
})

it('has no other input that takes numbers', () => {
  const found = sources.flatMap(({ file, source }) =>
    signs.filter((sign) => source.includes(sign)).map((sign) => `${file} ${sign}`),
  )
  expect(found.toSorted()).toEqual(
    Object.entries(others)
      .flatMap(([file, list]) => list.map(({ sign }) => `${file} ${sign}`))
      .toSorted(),
  )
})

it('has no other place that judges the keys of numbers', () => {
  const users = sources.filter(({ source }) => /useNumberField|numeric-key/.test(source)).map(({ file }) => file)
  expect(users).toEqual(['ui/inline-input.tsx', 'ui/numeric-input.tsx'])
})
