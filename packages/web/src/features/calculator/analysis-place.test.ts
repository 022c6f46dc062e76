import { expect, it } from 'vitest'
import { analysisOfLink, emptyAnalysis, fromContent, toContent, withTicket } from './analysis-place.ts'

it('begins long, monthly, with the default range and nothing filled', () => {
  expect(emptyAnalysis).toEqual({
    ticket: null,
    timing: '_MONTH',
    span: null,
    fields: { direction: 'long', capital: '', risk: '', resistance: '', support: '' },
  })
})

it('takes from a link what it understands', () => {
  expect(analysisOfLink({})).toEqual(emptyAnalysis)
  expect(
    analysisOfLink({
      ticket: 'spy',
      direction: 'short',
      capital: '50000',
      resistance: '47.6',
      support: 'x',
      risk: '1',
    }),
  ).toEqual({
    ticket: 'SPY',
    timing: '_MONTH',
    span: null,
    fields: { direction: 'short', capital: '50000', risk: '1', resistance: '47.6', support: '' },
  })
})

it('comes back from its saved form as it was', () => {
  const span = { start: '2006-03-04', end: '2026-03-04' }
  const analysis = {
    ...emptyAnalysis,
    ticket: 'SPY',
    span,
    fields: { direction: 'long', capital: '1', risk: '2', resistance: '3', support: '2.5' },
  } as const
  expect(fromContent(toContent(analysis, span))).toEqual(analysis)
  const fields = { ...analysis.fields, capital: '5.', risk: '.5', resistance: '.', support: '0' }
  expect(toContent({ ...analysis, fields }, span)).toMatchObject({
    capital: '5',
    risk: '0.5',
    resistance_price: '',
    support_price: '0',
  })
  expect(toContent(emptyAnalysis, span)).toMatchObject({ startDate: '2006-03-04', endDate: '2026-03-04', ticket: null })
})

it('leaves the levels behind with their instrument, and keeps capital and risk', () => {
  const fields = { direction: 'long', capital: '50000', risk: '1', resistance: '47.6', support: '44.2' } as const
  const spy = { ...emptyAnalysis, ticket: 'SPY', fields }
  expect(withTicket({ ...spy, ticket: null }, 'SPY')).toEqual(spy)
  expect(withTicket(spy, 'SPY')).toEqual(spy)
  const bare = { ...fields, resistance: '', support: '' }
  expect(withTicket(spy, 'QQQ')).toEqual({ ...spy, ticket: 'QQQ', fields: bare })
  expect(withTicket(spy, null)).toEqual({ ...spy, ticket: null, fields: bare })
})
