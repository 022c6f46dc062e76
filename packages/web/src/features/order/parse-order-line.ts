// Reads an order that is typed as one line, such as "buy 100 AAPL stop 190 target 210": what each word says, and what
// is missing or wrong. It knows no market and adds no figure: percentages and multiples of the risk stay as typed.
// Source: docs/rules/trading.md, "Order line".
import { wrongShares } from '@clubfolio/contract'
import type { SizeMode, TicketDuration, TrailUnit } from '@clubfolio/domain'
import { isPrice } from './ticket-form.ts'

export type LineSide = 'buy' | 'sell' | 'short' | 'cover'

/** A stop loss as typed; a trail is a distance in its unit. */
export type TypedStop =
  | { readonly kind: 'price' | 'percent'; readonly value: string }
  | { readonly kind: 'trail'; readonly value: string; readonly unit: TrailUnit }

/** A target as typed; `times` counts the distance between entry and stop. */
export interface TypedTarget {
  readonly kind: 'price' | 'percent' | 'times'
  readonly value: string
}

/** The parts of a line; null for each that it does not have. Figures are decimal text as typed. */
export interface TypedOrder {
  readonly side: LineSide
  readonly size: { readonly mode: SizeMode; readonly amount: string } | null
  readonly code: string | null
  readonly isMarket: boolean
  readonly limit: string | null
  /** Touched by the market, it starts the order: a stop entry, or the stop that closes a position. */
  readonly trigger: { readonly way: 'above' | 'below'; readonly price: string } | null
  readonly stop: TypedStop | null
  readonly target: TypedTarget | null
  readonly duration: TicketDuration | null
}

export interface OrderReading {
  readonly order: TypedOrder
  /** Sentences, in the order of the line; empty for a line that can be read as a whole. */
  readonly faults: readonly string[]
}

const sides: ReadonlyMap<string, LineSide> = new Map([
  ['b', 'buy'],
  ['buy', 'buy'],
  ['sell', 'sell'],
  ['short', 'short'],
  ['cover', 'cover'],
])

type FigurePart = 'limit' | 'above' | 'below' | 'stop' | 'trail' | 'target' | 'risk'

const figureWords: ReadonlyMap<string, FigurePart> = new Map([
  ['limit', 'limit'],
  ['lmt', 'limit'],
  ['l', 'limit'],
  ['at', 'limit'],
  ['@', 'limit'],
  ['above', 'above'],
  ['over', 'above'],
  ['below', 'below'],
  ['under', 'below'],
  ['stop', 'stop'],
  ['sl', 'stop'],
  ['s', 'stop'],
  ['trail', 'trail'],
  ['target', 'target'],
  ['tp', 'target'],
  ['t', 'target'],
  ['risk', 'risk'],
])
/** Symbols too, unless a figure follows. */
const shortWords: ReadonlySet<string> = new Set(['l', 's', 'sl', 't', 'tp'])
const marketWords: ReadonlySet<string> = new Set(['market', 'mkt'])
const durations: ReadonlyMap<string, TicketDuration> = new Map([
  ['day', 'DAY'],
  ['gtc', 'GOOD_TILL_CANCEL'],
])
/** Words between the others that say nothing of their own. */
const fillers: ReadonlySet<string> = new Set(['at', 'of', 'and', 'with', 'shares', 'share', 'capital', 'loss'])
const longWords = [...figureWords.keys(), ...marketWords, ...durations.keys()].filter((word) => word.length > 2)

const examples: Readonly<Record<FigurePart, string>> = {
  limit: 'a price: limit 195',
  above: 'a price: above 200',
  below: 'a price: below 180',
  stop: 'a price or a percentage: stop 190 or stop 2%',
  trail: 'dollars or a percentage: trail 5 or trail 2%',
  target: 'a price, a percentage or a multiple of the risk: target 210, target 5% or target 2r',
  risk: 'a percentage of the capital: risk 1%',
}

interface Figure {
  readonly kind: 'plain' | 'dollars' | 'percent' | 'times'
  readonly value: string
}

const looksLikeFigure = (word: string | undefined): word is string =>
  word !== undefined && /^[+-]?\$?[+-]?\.?\d/.test(word)

/** Returns undefined for a word that begins like a figure and is none, such as "1,000" or "10k". */
function figureOf(word: string): Figure | undefined {
  const [, dollar = '', value = '', unit = ''] = /^(\$?)(\d+(?:\.\d+)?)([%r$]?)$/i.exec(word) ?? []
  if (!isPrice(value) || (dollar !== '' && unit !== '')) return undefined
  if (unit === '%') return { kind: 'percent', value }
  if (unit.toLowerCase() === 'r') return { kind: 'times', value }
  return { kind: dollar === '' && unit === '' ? 'plain' : 'dollars', value }
}

const isSymbol = (word: string): boolean => /^[A-Z][A-Z0-9]{0,9}([./-][A-Z0-9]{1,4})?$/.test(word)

/** "stop190" is "stop 190". */
function splitGlued(word: string, isFirst: boolean): readonly string[] {
  const [, letters = '', figure = ''] = /^([a-z]+|@)(\$?[\d.]+[%r$]?)$/i.exec(word) ?? []
  const name = letters.toLowerCase()
  const isGlued = isFirst ? sides.has(name) : figureWords.has(name)
  return isGlued ? [letters, figure] : [word]
}

function wordsOf(text: string): readonly string[] {
  const spaced = text
    .trim()
    .replaceAll(/[=:]/g, ' ')
    .replaceAll(/\s+%/g, '%')
    .replaceAll(/\$\s+(?=\d)/g, '$')
    .replace(/^sell\s+short\b/i, 'short')
    .replace(/^buy\s+to\s+cover\b/i, 'cover')
  return spaced
    .split(/\s+/)
    .map((word) => word.replace(/,+$/, ''))
    .filter((word) => word !== '')
    .flatMap((word, index) => splitGlued(word, index === 0))
}

type Draft = { -readonly [P in keyof TypedOrder]: TypedOrder[P] }

/**
 * Returns what a line says; undefined for words that are no order. Each figure has a word before it that says what it
 * is for, except the quantity; the words come in any order after the side.
 *
 * `parseOrderLine('buy 100 aapl stop 190 target 210')` is a buy of 100 AAPL with a stop loss at 190 and a target at
 * 210; `b100 s2% t2r` is the same by distances, without a symbol. A second figure without a word is a fault: "Say what
 * 195 is: limit 195, stop 195 or target 195."
 */
export function parseOrderLine(text: string): OrderReading | undefined {
  const [first = '', ...words] = wordsOf(text)
  const side = sides.get(first.toLowerCase())
  if (side === undefined || !words.some(speaksOfAnOrder)) return undefined
  const draft: Draft = {
    side,
    size: null,
    code: null,
    isMarket: false,
    limit: null,
    trigger: null,
    stop: null,
    target: null,
    duration: null,
  }
  const faults: string[] = []
  const isUnfinished = !/\s$/.test(text)
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!
    const name = word.toLowerCase()
    const part = figureWords.get(name)
    const next = nextFigure(words, place)
    if (part !== undefined && next !== undefined) {
      place = next
      addFigure(draft, faults, { part, typed: words[next]!, name })
    } else if (part !== undefined && !shortWords.has(name) && !fillers.has(name)) {
      faults.push(name === '@' ? 'Add the price after @: @ 195.' : `Add ${examples[part]}.`)
    } else if (marketWords.has(name)) draft.isMarket = true
    else if (durations.has(name)) addDuration(draft, faults, durations.get(name)!)
    else if (looksLikeFigure(word)) {
      const isDollars = /^(dollars?|usd)$/i.test(words[place + 1] ?? '')
      if (isDollars) place++
      addSize(draft, faults, word, isDollars)
    } else if (!fillers.has(name)) {
      const isLast = place === words.length - 1
      addSymbol(draft, faults, word, isLast && isUnfinished)
    }
  }
  return { order: draft, faults: faults.length > 0 ? faults : contradictions(draft) }
}

/** "short interest" searches; "short 100" and "short at the market" are orders. */
const speaksOfAnOrder = (word: string): boolean => /\d/.test(word) || longWords.includes(word.toLowerCase())

/** Returns the place of the figure that belongs to the word: "stop 190", "stop loss at 190". */
function nextFigure(words: readonly string[], place: number): number | undefined {
  let next = place + 1
  while (fillers.has(words[next]?.toLowerCase() ?? '')) next++
  return looksLikeFigure(words[next]) ? next : undefined
}

const notAFigure = (word: string): string =>
  `“${word}” is not a figure. Write digits without signs or commas, and decimals with a point: 1000 or 190.50.`

interface TypedFigure {
  readonly part: FigurePart
  /** The figure as typed. */
  readonly typed: string
  /** The word before it. */
  readonly name: string
}

function addFigure(draft: Draft, faults: string[], { part, typed, name }: TypedFigure): void {
  const figure = figureOf(typed)
  if (figure === undefined) {
    faults.push(notAFigure(typed))
    return
  }
  const { kind, value } = figure
  const isPriced = kind === 'plain' || kind === 'dollars'
  const twice = () => void faults.push(`${name} ${typed} is one too many: the order already has that part.`)
  const wrong = () => void faults.push(`${name} ${typed} cannot be read. Write ${examples[part]}.`)
  switch (part) {
    case 'limit':
      if (!isPriced) return wrong()
      if (draft.limit !== null) return twice()
      draft.limit = value
      return undefined
    case 'above':
    case 'below':
      if (!isPriced) return wrong()
      if (draft.trigger !== null) return twice()
      draft.trigger = { way: part, price: value }
      return undefined
    case 'stop':
      if (kind === 'times') return wrong()
      if (draft.stop !== null) return twice()
      draft.stop = { kind: isPriced ? 'price' : 'percent', value }
      return undefined
    case 'trail':
      if (kind === 'times') return wrong()
      if (draft.stop !== null) return twice()
      draft.stop = { kind: 'trail', value, unit: isPriced ? 'DOLLARS' : 'PERCENT' }
      return undefined
    case 'target':
      if (draft.target !== null) return twice()
      draft.target = { kind: isPriced ? 'price' : kind === 'times' ? 'times' : 'percent', value }
      return undefined
    case 'risk':
      if (kind !== 'percent') return wrong()
      if (draft.size !== null) return twice()
      draft.size = { mode: 'RISK', amount: value }
      return undefined
  }
}

function addDuration(draft: Draft, faults: string[], duration: TicketDuration): void {
  if (draft.duration !== null && draft.duration !== duration) faults.push('Write day or gtc, not both.')
  draft.duration = duration
}

/** The one figure that needs no word. */
function addSize(draft: Draft, faults: string[], typed: string, isDollars: boolean): void {
  const figure = figureOf(typed)
  if (figure === undefined || (isDollars && figure.kind !== 'plain' && figure.kind !== 'dollars'))
    faults.push(notAFigure(typed))
  else if (draft.size !== null || figure.kind === 'times')
    faults.push(`Say what ${typed} is: limit ${typed}, stop ${typed} or target ${typed}.`)
  else if (figure.kind === 'percent') draft.size = { mode: 'PERCENT', amount: figure.value }
  else if (isDollars || figure.kind === 'dollars') draft.size = { mode: 'DOLLARS', amount: figure.value }
  else draft.size = { mode: 'SHARES', amount: figure.value }
}

function addSymbol(draft: Draft, faults: string[], word: string, isBeingTyped: boolean): void {
  const code = word.replace(/^\$/, '').toUpperCase()
  if (!isSymbol(code)) faults.push(`“${word}” is not understood.`)
  else if (draft.code === null) draft.code = code
  // "targ" is on its way to a word.
  else if (isBeingTyped && longWords.some((long) => long.startsWith(word.toLowerCase())))
    faults.push(`“${word}” is not finished.`)
  else faults.push(`${draft.code} and ${code} are two symbols, and an order has one. Is a word misspelt?`)
}

/** Returns what a line that can be read lacks, or says against itself. */
function contradictions(order: TypedOrder): string[] {
  const { side, size, isMarket, limit, trigger, stop, target, duration } = order
  const isClosing = side === 'sell' || side === 'cover'
  const isBuy = side === 'buy' || side === 'cover'
  const found: (string | false)[] = [
    size === null && 'How many? Add shares (100), dollars ($5000), a share of the capital (5%) or a risk (risk 1%).',
    size?.mode === 'SHARES' && !/^\d+$/.test(size.amount) && `${size.amount} is no whole number of shares.`,
    size?.mode === 'SHARES' && Number(size.amount) > 10_000_000 && wrongShares,
    (size?.mode === 'PERCENT' || size?.mode === 'RISK') && Number(size.amount) > 100 && 'Write at most 100%.',
    isClosing &&
      (stop !== null || target !== null) &&
      `An order to ${side} closes a position, so it has no stop loss or target. A stop order is written ` +
        `${side} 100 ${isBuy ? 'above 200' : 'below 180'}, a limit order ${side} 100 limit 195.`,
    isClosing && size?.mode === 'RISK' && `A size by risk is for an entry. Write how many shares to ${side}.`,
    !isClosing &&
      size?.mode === 'RISK' &&
      stop === null &&
      'A size by risk is measured to the stop. Add one: stop 190.',
    !isClosing &&
      target?.kind === 'times' &&
      stop === null &&
      'A multiple of the risk needs a stop. Add one: stop 190.',
    stop?.kind === 'percent' && Number(stop.value) >= 100 && 'A stop is less than 100% away from the entry.',
    trigger !== null &&
      (trigger.way === 'above') !== isBuy &&
      (isBuy
        ? 'A stop order to buy waits above the market. Write above 200, or limit 195.'
        : 'A stop order to sell waits below the market. Write below 180, or limit 195.'),
    isMarket &&
      (limit !== null || trigger !== null) &&
      'An order at the market has no price of its own. Leave one out.',
    isMarket && duration === 'GOOD_TILL_CANCEL' && 'An order at the market is for the day. Leave out gtc.',
  ]
  return found.filter((text) => text !== false)
}
