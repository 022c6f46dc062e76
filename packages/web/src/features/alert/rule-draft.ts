// The draft of a rule in its dialog: its field values, what is still missing, and the rule it produces. Independent of
// the UI.
import { AlertTerms, type AlertRule, type AskedAlertRule } from '@clubfolio/contract'
import type { MoveBase } from '@clubfolio/domain'
import { schemaErrors } from '../../ui/schema-errors.ts'

export interface RuleDraft {
  readonly kind: AlertTerms['kind']
  readonly code: string
  readonly accountId: string
  /** Above, below; up, down, either; resistance, support; high, low. */
  readonly priceSide: 'ABOVE' | 'BELOW'
  readonly moveSide: 'UP' | 'DOWN' | 'EITHER'
  readonly levelSide: 'RESISTANCE' | 'SUPPORT'
  readonly extremeSide: 'HIGH' | 'LOW'
  readonly against: MoveBase
  /** Use the level that the product finds instead of a typed one. */
  readonly isFound: boolean
  readonly price: string
  /** The line of a rule about one; it is drawn on a chart and cannot be typed. */
  readonly line: LineOfRule | null
  readonly percent: string
  readonly days: string
  readonly note: string
  readonly isRepeating: boolean
  readonly expiresOn: string | null
  /** The drawing that it follows, and the condition that it has from it; other terms are no longer the drawing's. */
  readonly drawn: { readonly id: string; readonly terms: AlertTerms } | null
}

export type LineOfRule = Omit<Extract<AlertTerms, { kind: 'LINE' }>, 'kind' | 'direction'>

export const newRuleDraft: RuleDraft = {
  kind: 'PRICE',
  code: '',
  accountId: '',
  priceSide: 'ABOVE',
  moveSide: 'EITHER',
  levelSide: 'RESISTANCE',
  extremeSide: 'HIGH',
  against: 'PREVIOUS_CLOSE',
  isFound: true,
  price: '',
  line: null,
  percent: '',
  days: '3',
  note: '',
  isRepeating: false,
  expiresOn: null,
  drawn: null,
}

const instrumentKinds: readonly AlertTerms['kind'][] = ['PRICE', 'LINE', 'MOVE', 'LEVEL', 'EXTREME']
export const isInstrumentKind = (kind: AlertTerms['kind']): boolean => instrumentKinds.includes(kind)

export function ruleDraftOf({ terms, code, accountId, note, isRepeating, expiresOn, drawingId }: AlertRule): RuleDraft {
  return {
    ...newRuleDraft,
    ...draftOfTerms(terms),
    code: code ?? '',
    accountId: accountId ?? '',
    note,
    isRepeating,
    expiresOn,
    drawn: drawingId === null ? null : { id: drawingId, terms },
  }
}

/** Returns the fields that a condition fills. */
export function draftOfTerms(terms: AlertTerms): Partial<RuleDraft> {
  const draft = { kind: terms.kind }
  switch (terms.kind) {
    case 'PRICE':
      return { ...draft, priceSide: terms.direction, price: terms.price }
    case 'LINE': {
      const { kind: _kind, direction, ...line } = terms
      return { ...draft, priceSide: direction, line }
    }
    case 'MOVE':
      return {
        ...draft,
        moveSide: terms.direction,
        percent: terms.percent,
        against: terms.against,
        price: terms.price ?? '',
      }
    case 'LEVEL':
      return { ...draft, levelSide: terms.side, isFound: terms.price === null, price: terms.price ?? '' }
    case 'EXTREME':
      return { ...draft, extremeSide: terms.side }
    case 'DRAWDOWN':
      return { ...draft, percent: terms.percent }
    case 'ACCESS':
      return { ...draft, days: String(terms.days) }
    case 'UNPROTECTED':
      return draft
  }
}

export const needsPrice = ({ kind, against, isFound }: RuleDraft): boolean =>
  kind === 'PRICE' || (kind === 'MOVE' && against === 'PRICE') || (kind === 'LEVEL' && !isFound)
export const needsPercent = ({ kind }: RuleDraft): boolean => kind === 'MOVE' || kind === 'DRAWDOWN'

export type FaultyField = 'code' | 'accountId' | 'price' | 'percent' | 'days'

/** Returns the error text of each invalid field; an empty field is invalid too. */
export function faultsOf(draft: RuleDraft): Partial<Record<FaultyField, string>> {
  const faults: Partial<Record<FaultyField, string>> = {}
  if (isInstrumentKind(draft.kind) && draft.code === '') faults.code = 'Choose an instrument.'
  if (!isInstrumentKind(draft.kind) && draft.accountId === '') faults.accountId = 'Choose an account.'
  // A rule about a line is made on a chart, so nothing of it can be typed wrong.
  if (draft.kind === 'LINE') return faults
  const { price, percent, days } = schemaErrors(AlertTerms, termsOf(draft))
  if (price) faults.price = draft.price === '' ? 'Enter a price.' : price
  if (percent) faults.percent = draft.percent === '' ? 'Enter a percent.' : percent
  if (days) faults.days = 'Enter 1 to 7 days.'
  return faults
}

function termsOf(draft: RuleDraft): AlertTerms {
  switch (draft.kind) {
    case 'PRICE':
      return { kind: 'PRICE', direction: draft.priceSide, price: draft.price }
    case 'LINE':
      // The dialog does not offer this kind without a line.
      return draft.line === null
        ? { kind: 'PRICE', direction: draft.priceSide, price: draft.price }
        : { kind: 'LINE', direction: draft.priceSide, ...draft.line }
    case 'MOVE':
      return {
        kind: 'MOVE',
        direction: draft.moveSide,
        percent: draft.percent,
        against: draft.against,
        price: draft.against === 'PRICE' ? draft.price : null,
      }
    case 'LEVEL':
      return { kind: 'LEVEL', side: draft.levelSide, price: draft.isFound ? null : draft.price }
    case 'EXTREME':
      return { kind: 'EXTREME', side: draft.extremeSide }
    case 'UNPROTECTED':
      return { kind: 'UNPROTECTED' }
    case 'DRAWDOWN':
      return { kind: 'DRAWDOWN', percent: draft.percent }
    case 'ACCESS':
      return { kind: 'ACCESS', days: Number(draft.days) }
  }
}

/** Whether the condition is still about the place of the drawing; the side from which it is reached may differ. */
function isSamePlace(drawn: AlertTerms, terms: AlertTerms): boolean {
  if (drawn.kind === 'PRICE' && terms.kind === 'PRICE') return Number(drawn.price) === Number(terms.price)
  return drawn.kind === 'LINE' && terms.kind === 'LINE'
}

/** Returns the rule to submit; undefined while a field is invalid. */
export function requestOf(draft: RuleDraft): AskedAlertRule | undefined {
  if (Object.keys(faultsOf(draft)).length > 0) return undefined
  const isInstrument = isInstrumentKind(draft.kind)
  const terms = termsOf(draft)
  return {
    terms,
    drawingId: draft.drawn !== null && isSamePlace(draft.drawn.terms, terms) ? draft.drawn.id : null,
    code: isInstrument ? draft.code : null,
    accountId: isInstrument ? null : draft.accountId,
    note: draft.note.trim(),
    isRepeating: draft.isRepeating,
    expiresOn: draft.expiresOn,
  }
}
