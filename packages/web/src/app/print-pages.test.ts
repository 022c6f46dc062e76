import { expect, it } from 'vitest'
import { pageRule } from './print-pages.ts'

const printedAt = '2026-03-04 10:00:00 ET'

it('puts brand and title, the time and the number of the page on every printed page', () => {
  const rule = pageRule({ title: 'Groups · Clubfolio', printedAt })
  expect(rule).toContain('@top-left { content: "Clubfolio  ·  Groups"; }')
  expect(rule).toContain('@top-right { content: "2026-03-04 10:00:00 ET"; }')
  expect(rule).toContain('@bottom-right { content: "Page " counter(page) " of " counter(pages); }')
  expect(rule).toContain('size: A4 landscape')
})

it('names the brand also where the title does not, and only once', () => {
  expect(pageRule({ title: 'Transactions', printedAt })).toContain(
    '@top-left { content: "Clubfolio  ·  Transactions"; }',
  )
  expect(pageRule({ title: 'Clubfolio', printedAt })).toContain('@top-left { content: "Clubfolio"; }')
})

it('keeps a title that holds CSS as words', () => {
  expect(pageRule({ title: 'A"; } body { display: none } \\', printedAt })).toContain(
    'A\\22 ; } body { display: none } \\5c "',
  )
})
