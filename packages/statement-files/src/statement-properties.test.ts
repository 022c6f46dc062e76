// Random statement files: cut, shuffled, doubled, in other encodings, with bytes changed. Each is refused by name or read
// as it should be.
import { lineFates } from '@clubfolio/domain'
import { propertyRuns, propertySeed } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOrdinals, lineFingerprint } from './line-fingerprint.ts'
import { readStatement } from './read-statement.ts'
import { StatementFileError } from './statement-file-error.ts'
import type { StatementLine } from './statement-line.ts'
import { anySample, tableSample, textOf } from './testing/random-statement.ts'

const runs = { numRuns: propertyRuns(60, 2_000), seed: propertySeed() }

const read = async (content: Uint8Array) => (await readStatement(content)).lines

/** Returns the lines, or the refusal; any other error fails the test. */
async function readOrRefusal(content: Uint8Array): Promise<readonly StatementLine[] | StatementFileError> {
  try {
    return await read(content)
  } catch (error) {
    if (error instanceof StatementFileError) return error
    throw error
  }
}

const fingerprintsOf = (lines: readonly StatementLine[]): string[] => {
  const ordinals = countOrdinals()
  return lines.filter(isBooked).map((line) => lineFingerprint(line, ordinals(line)))
}

const isBooked = ({ fate }: StatementLine): boolean => fate !== 'ignored' && fate !== 'unread'

/** Returns what is half of a line: a booking without its day, an amount that is no exact decimal, no reason. */
function halvesOf(line: StatementLine): readonly unknown[] {
  if (!lineFates.includes(line.fate)) return [line]
  if (!isBooked(line)) return line.reason?.endsWith('.') === true ? [] : [line]
  const values = [line.quantity, line.price, line.amount, line.fee, line.tax, line.rate, line.balance]
  const isExact = values.every((value) => value === null || /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(value))
  return isExact && line.currency !== '' && /^\d{4}-\d{2}-\d{2}$/.test(line.day ?? '') ? [] : [line]
}

describe('a random statement file', () => {
  it('is read as a whole, every row with its fate', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const lines = await read(Buffer.from(textOf(sample)))
        const headLines = sample.head.split('\n').length - 1
        expect(lines.filter(({ line }) => line > headLines)).toHaveLength(sample.rows.length)
        expect(lines.flatMap(halvesOf)).toEqual([])
      }),
      runs,
    ))

  it('that is cut anywhere is refused, or says nothing that the whole file does not say', () =>
    fc.assert(
      fc.asyncProperty(anySample, fc.double({ min: 0, max: 1, noNaN: true }), async (sample, share) => {
        const content = Buffer.from(textOf(sample))
        const whole = (await read(content)).filter(isBooked)
        const lines = await readOrRefusal(content.subarray(0, Math.floor(content.length * share)))
        if (lines instanceof StatementFileError) return
        const booked = lines.filter(isBooked)
        expect(booked).toEqual(whole.slice(0, booked.length))
      }),
      { ...runs, numRuns: runs.numRuns * 5 },
    ))

  it('has the same bookings in another order of rows', () =>
    fc.assert(
      fc.asyncProperty(
        tableSample.chain((sample) =>
          fc
            .shuffledSubarray([...sample.rows], { minLength: sample.rows.length })
            .map((rows) => [sample, { ...sample, rows }] as const),
        ),
        async ([sample, shuffled]) => {
          const [one, other] = [await read(Buffer.from(textOf(sample))), await read(Buffer.from(textOf(shuffled)))]
          expect(fingerprintsOf(other).toSorted()).toEqual(fingerprintsOf(one).toSorted())
        },
      ),
      runs,
    ))

  it('that holds itself twice is refused', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const text = textOf(sample)
        const answer = await readOrRefusal(Buffer.from(text + text))
        expect(answer).toBeInstanceOf(StatementFileError)
      }),
      runs,
    ))

  it('is the same in any encoding that can write it, and refused in a wrong one', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const text = textOf(sample)
        const whole = await read(Buffer.from(text))
        expect(await read(Buffer.from(`\ufeff${text}`))).toEqual(whole)
        expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(whole)
        expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(whole)
        expect(await read(Buffer.from(text, 'latin1'))).toEqual(whole)
        const odd = Buffer.from(`\ufeff${text}`, 'utf16le')
        expect(await readOrRefusal(odd.subarray(0, odd.length - 1))).toBeInstanceOf(StatementFileError)
      }),
      runs,
    ))

  it('with changed bytes is refused or read, and no line is half understood', () =>
    fc.assert(
      fc.asyncProperty(
        anySample,
        fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(34, 44, 10, 60, 62, 48, 45, 46)))),
        async (sample, changes) => {
          const content = Buffer.from(textOf(sample))
          for (const [at, byte] of changes) content[at % content.length] = byte
          const answer = await readOrRefusal(content)
          expect(answer instanceof StatementFileError ? [] : answer.flatMap(halvesOf)).toEqual([])
        },
      ),
      { ...runs, numRuns: runs.numRuns * 5 },
    ))

  it('overlaps with another statement without a gap or a double, where both hold whole days', () =>
    fc.assert(
      fc.asyncProperty(
        tableSample,
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 28 }),
        async (sample, a, b) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)]
          const lines = await read(Buffer.from(textOf(sample)))
          const dayOf = (line: StatementLine): number => Number(line.day?.slice(8) ?? 0)
          const early = lines.filter((line) => dayOf(line) <= to)
          const late = lines.filter((line) => dayOf(line) >= from).toReversed()
          const union = new Set([...fingerprintsOf(early), ...fingerprintsOf(late)])
          expect([...union].toSorted()).toEqual(fingerprintsOf(lines).toSorted())
        },
      ),
      runs,
    ))
})
