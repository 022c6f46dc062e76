// Extremes of plausible input, and one step beyond: raw JSON texts for every field that takes a date, a number or a
// text.

const dates = [
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2024-02-29',
  '2025-02-29',
  '2100-02-29',
  '9999-12-31',
  // Start and end of daylight saving in New York, and exactly ten years from the day of the tests.
  '2026-03-08',
  '2026-11-01',
  '2036-03-04',
  '2036-03-05',
]
/** The hour that is skipped, the one that occurs twice, and the ends of the representable range. */
const instants = [
  '2026-03-08T02:30:00-05:00',
  '2026-03-08T07:30:00Z',
  '2026-11-01T01:30:00-04:00',
  '2026-11-01T01:30:00-05:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
]
const numbers = [
  '0',
  '-0',
  '-1',
  '1',
  '2',
  '3',
  '23',
  '24',
  '31',
  '0.01',
  '0.000001',
  '2147483647',
  '2147483648',
  '999999999.99',
  '99999999999.99',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740991',
]
const texts = [
  '',
  ' ',
  'x'.repeat(100_000),
  'é'.repeat(50_000),
  'שלום עליכם',
  'السلام عليكم ١٢٣',
  '\u202Eevil\u202C',
  '\u200B\u200D\uFEFF',
  'a\u200Bb',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👩‍👩‍👧‍👦',
  'ﬀİıſ',
]

export const extremeValues: readonly string[] = [
  ...[...dates, ...instants, ...texts].map((text) => JSON.stringify(text)),
  ...numbers,
  ...numbers.map((text) => `"${text}"`),
]

const sharp = {
  date: ['1899-12-31', '9999-12-31', '2024-02-29'].map((text) => JSON.stringify(text)),
  // 2 is also the hour of a schedule that daylight saving skips.
  number: ['9007199254740993', '0.000001', '2'],
  text: ['a\u200Bb', 'x'.repeat(100_000)].map((text) => JSON.stringify(text)),
}

/**
 * Returns the few extremes that every field of a kind also gets in the short form; the kind is derived from its sample
 * value.
 */
export function sharpValues(sample: unknown): readonly string[] {
  if (typeof sample === 'number') return sharp.number
  if (typeof sample !== 'string' || /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(sample)) return []
  if (/^\d{4}-\d{2}-\d{2}/.test(sample)) return sharp.date
  return sharp.text
}
