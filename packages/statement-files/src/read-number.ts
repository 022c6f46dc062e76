// Reads a number as people and brokerages write it, into exact decimal text.
import type { NumberStyle } from '@clubfolio/domain'
import { canonicalDecimal, negated } from './exact-decimal.ts'

const pointForm = /^(?:[1-9]\d{0,2}(?:([, '’\u00a0\u202f])\d{3})(?:\1\d{3})*|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const commaForm = /^(?:[1-9]\d{0,2}(?:([. '’\u00a0\u202f])\d{3})(?:\1\d{3})*|\d+)?(?:,\d+)?$/

export type NumberReading = { readonly value: string } | { readonly fault: 'notANumber' | 'twoReadings' }

/** Parentheses or signs around the figures and an optional currency sign. */
const written = new RegExp(
  [
    /^(\()?\s*([-+−]?)\s*[$€£¥]?\s*([-+−]?)\s*/,
    /([\d.,'’ \u00a0\u202f]*\d(?:\.|[eE][+-]?\d+)?)\s*[$€£¥]?\s*(-?)\s*(\))?$/,
  ]
    .map(({ source }) => source)
    .join(''),
)

/**
 * Returns the number that a text means as exact decimal text.
 * `readNumber('-$1,259.59', 'point')` is `{ value: '-1259.59' }`, `readNumber('(0,10)', 'either')` is
 * `{ value: '-0.1' }`, `readNumber('1,234', 'either')` is `{ fault: 'twoReadings' }`.
 */
export function readNumber(text: string, style: NumberStyle): NumberReading {
  const found = written.exec(text.trim())
  if (!found) return { fault: 'notANumber' }
  const [, open, first = '', second = '', digits = '', last = '', close] = found
  const signs = [first, second, last].filter((sign) => sign !== '')
  if (signs.length > 1 || (open === undefined) !== (close === undefined) || (open !== undefined && signs.length > 0))
    return { fault: 'notANumber' }
  const size = readSize(digits, style)
  if ('fault' in size) return size
  const isNegative = open !== undefined || (signs.length === 1 && signs[0] !== '+')
  return { value: isNegative ? negated(size.value) : size.value }
}

function readSize(digits: string, style: NumberStyle): NumberReading {
  const byPoint = style === 'comma' ? null : sizeIn(digits, pointForm, '.')
  // Without a comma the point is the decimal sign, whatever it could mean elsewhere.
  const mayBeComma = style === 'comma' || (style === 'either' && digits.includes(','))
  const byComma = mayBeComma ? sizeIn(digits, commaForm, ',') : null
  if (byPoint !== null && byComma !== null && byPoint !== byComma) return { fault: 'twoReadings' }
  const value = byPoint ?? byComma
  return value === null ? { fault: 'notANumber' } : { value }
}

function sizeIn(digits: string, form: RegExp, sign: '.' | ','): string | null {
  if (!form.test(digits)) return null
  const [whole = '', fraction = ''] = digits.split(sign)
  const plain = whole.replace(/[^\deE+-]/g, '')
  return canonicalDecimal(fraction === '' ? plain : `${plain}.${fraction}`)
}
