// Every irregularity of the wire as one named two-way codec: `decode` reads what a client sends or stored, `encode`
// writes the form that the specification shows. Code outside this file never sees the wire form.
import { z } from 'zod'
import { formatCents, parseCents, roundPercent, type Cents } from '@clubfolio/domain'

/** Text "true"/"false" <-> boolean (account flags); also reads a real boolean. */
export const flagText = z.codec(
  z.union([z.enum(['true', 'false']), z.boolean()]).meta({ id: 'FlagText' }),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 'true',
    encode: (value): 'true' | 'false' => (value ? 'true' : 'false'),
  },
)

/** Text '1'/'0' <-> boolean (entries); also reads numbers and booleans. */
export const flagDigit = z.codec(
  z.union([z.enum(['1', '0', 'true', 'false']), z.literal([0, 1]), z.boolean()]).meta({ id: 'FlagDigit' }),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 1 || wire === '1' || wire === 'true',
    encode: (value): '1' | '0' => (value ? '1' : '0'),
  },
)

/** Number 1/0 <-> boolean (system groups); also reads a boolean. */
export const flagNumber = z.codec(z.union([z.literal([0, 1]), z.boolean()]), z.boolean(), {
  decode: (wire) => wire === true || wire === 1,
  encode: (value): 0 | 1 => (value ? 1 : 0),
})

/** Amounts sent as text have one form: "1e3", "+5", " 5 " and "5,00" are refused. */
const notPlain = 'Use digits and one decimal point, like 1234.56.'
const isPlainDecimal = (wire: number | string): boolean => typeof wire === 'number' || /^-?\d+(\.\d+)?$/.test(wire)

/** A decimal on the wire: a JSON number, or decimal text for callers without exact numbers. */
const wireDecimal = z
  .union([z.number(), z.string().max(24, 'Enter at most 24 digits.')])
  .meta({ id: 'Decimal', writtenAs: { type: ['number', 'string'], maxLength: 24, format: 'decimal' } })

const isFrom = (wire: number | string, limit: number): boolean => Math.abs(Number(wire)) >= limit

/**
 * A JSON number (or decimal text) of dollars <-> whole cents. Read through its shortest decimal text, never by float
 * arithmetic: 1234.5 <-> 123450n. Refuses more than 2 decimals and amounts of 16 digits or more.
 */
export const dollars = z.codec(
  wireDecimal,
  z.custom<Cents>((v) => typeof v === 'bigint'),
  {
    decode: (wire, context) => {
      const cents = isPlainDecimal(wire) ? parseCents(String(wire)) : undefined
      if (cents === undefined) {
        const tooMuch = isFrom(wire, 1e15) ? 'Enter an amount below $1,000,000,000,000,000.' : undefined
        const message = tooMuch ?? 'Enter an amount in dollars with at most 2 decimals.'
        context.issues.push({ code: 'custom', input: wire, message: isPlainDecimal(wire) ? message : notPlain })
        return z.NEVER
      }
      return cents
    },
    encode: (cents) => Number(formatCents(cents)),
  },
)

/**
 * A JSON number (or decimal text) <-> decimal text with at most `places` decimals: 50.01 <-> "50.01". Like dollars it
 * is read through its shortest text; text encoded here with more places is rounded to them. `tooLarge` says what is
 * wrong with a number of more than 12 digits.
 */
export function decimalNumber(places: number, message: string, tooLarge = 'Enter a number below 1,000,000,000,000.') {
  const pattern = places === 0 ? /^-?\d{1,12}$/ : new RegExp(`^-?\\d{1,12}(\\.\\d{1,${places}})?$`)
  return z.codec(wireDecimal, z.string(), {
    decode: (wire, context) => {
      const text = String(wire)
      if (pattern.test(text)) return text
      const plain = isFrom(wire, 1e12) ? tooLarge : message
      context.issues.push({ code: 'custom', input: wire, message: isPlainDecimal(wire) ? plain : notPlain })
      return z.NEVER
    },
    encode: (text) => Number(Number(text).toFixed(places)),
  })
}

/** A percentage of a response: it leaves with at most 2 decimals. */
export const percent = z.codec(z.number(), z.number(), { decode: (wire) => wire, encode: roundPercent })

/** A date `YYYY-MM-DD` that exists in the calendar, for responses. */
export const day = z.string().refine(isCalendarDay, 'Enter a date as YYYY-MM-DD.').meta({ format: 'date' })

const givenYearsAhead = 10

const dayFrom = (first: string) =>
  day.refine((text) => text >= first && text <= lastGivenDay(), {
    error: () => `Enter a date from ${first} to ${lastGivenDay()}.`,
  })

/**
 * A date for requests: from 1900 to ten years from today, so that date arithmetic stays within the calendar. A field
 * with another range says so itself.
 */
export const givenDay = dayFrom('1900-01-01')

/** Start of a price search: the specification's charts request data from 1700 on, before any price exists. */
export const searchedDay = dayFrom('1700-01-01')

function lastGivenDay(): string {
  const [year = '', month, day] = new Date().toISOString().slice(0, 10).split('-')
  return `${Number(year) + givenYearsAhead}-${month}-${month === '02' && day === '29' ? '28' : day}`
}

/** Text true/false of a path <-> boolean. */
export const pathFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (wire) => wire === 'true',
  encode: (value): 'true' | 'false' => (value ? 'true' : 'false'),
})

/** A path date that may be the word `null` (or `All`) <-> string or null. */
export const dayOrNull = z.codec(z.string(), givenDay.nullable(), {
  decode: (wire) => (wire === 'null' || wire === 'All' ? null : wire),
  encode: (value) => value ?? 'null',
})

/** An instant on the wire: ISO 8601 with zone <-> epoch milliseconds. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.number().int(), {
  decode: (wire) => Date.parse(wire),
  encode: (ms) => new Date(ms).toISOString(),
})

/** The specification's quoted pipe list `'A'|'B'` in a path or body <-> a checked list. */
export function quotedPipeList<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.codec(z.string(), z.array(z.enum(values)), {
    decode: (wire) =>
      wire === '' || wire === 'null'
        ? []
        : (wire.split('|').map((part) => part.trim().replace(/^'(.*)'$/, '$1')) as Values[number][]),
    encode: (list) => list.map((value) => `'${value}'`).join('|'),
  })
}

/** Checks a calendar date. The calendar starts with the year 1: the database has no year 0. */
function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}

/**
 * A whole number in a path, or a JSON number, within bounds <-> number. Like amounts it has one form: "1e2", "+5" and
 * " 5 " are refused.
 */
export function wholeNumber(from: number, to: number, message = `Enter a whole number from ${from} to ${to}.`) {
  const written = z
    .union([z.number(), z.string().max(24, message)])
    .meta({ writtenAs: { type: 'integer', minimum: from, maximum: to } })
  return z.codec(written, z.number().int(message).min(from, message).max(to, message), {
    decode: (wire, context) => {
      if (typeof wire === 'number' || /^\d+$/.test(wire)) return Number(wire)
      context.issues.push({ code: 'custom', input: wire, message })
      return z.NEVER
    },
    encode: (value) => value,
  })
}
