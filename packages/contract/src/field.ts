// Field schemas shared by several features, each with its limit and its validation message.
import { z } from 'zod'

/** What is wrong with an id that is there; a missing one is described by its field (input-words.ts). */
const wrongId = ({ input }: { readonly input?: unknown }) =>
  (input ?? null) === null ? undefined : 'This is not a valid id.'

/** Ids are UUIDs created by the application. */
export const id = z.uuid({ error: wrongId })

/** Body of calls that need nothing but the object. */
export const onlyId = z.object({ id }).meta({ id: 'OnlyId' })

/** An object where only its name matters. */
export const namedObject = z.object({ id, name: z.string() }).meta({ id: 'NamedObject' })

/** Returns a schema for trimmed single-line text of 1 to `maxLength` characters without control characters. */
export function line(maxLength: number, label: string) {
  return z
    .string()
    .trim()
    .min(1, `${label} is required.`)
    .max(maxLength, `${label} has at most ${maxLength} characters.`)
    .refine((text) => isPrintable(text), `${label} contains characters that cannot be stored.`)
}

/** An e-mail address, lower-cased, at most 254 characters. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('Enter a valid e-mail address.'))

/** An e-mail address that may be left empty. */
export const optionalEmail = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .toLowerCase()
    .max(254, 'An e-mail address has at most 254 characters.')
    .pipe(z.email('Enter a valid e-mail address, or leave it empty.')),
])

/** Returns a schema for trimmed text of any number of lines, which may be empty. */
export function note(maxLength: number, label = 'A note') {
  return z
    .string()
    .trim()
    .max(maxLength, `${label} has at most ${maxLength} characters.`)
    .refine(
      (text) => isPrintable(text.replaceAll('\n', '')),
      `${label.replace(/^A /, 'The ')} contains characters that cannot be stored.`,
    )
}

export const password = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(128, 'A password has at most 128 characters.')

/** A phone number in E.164, as text messages need it: `+1 (212) 555-0123` is read as `+12125550123`. */
export const phoneNumber = z
  .string()
  .max(32, 'A phone number has at most 15 digits.')
  .overwrite((text) => text.replaceAll(/[\s().-]/g, ''))
  .regex(/^\+[1-9]\d{7,14}$/, 'Enter the number with its country code, like +1 212 555 0123.')

/**
 * A phone number that people dial and nothing is sent to, so it may be a national one (docs/rules/accounts.md,
 * "Members").
 */
export const dialledNumber = z
  .string()
  .trim()
  .regex(/^\+?\d{4,15}$/, 'A phone number has 4 to 15 digits, with an optional + in front.')

/** Reply of calls that only report what happened. */
export const messageReply = z.object({ message: z.string() }).meta({ id: 'MessageReply' })

/** Reply of calls that create an object: what happened, and the object's id. */
export const createdReply = messageReply.extend({ id }).meta({ id: 'CreatedReply' })

/**
 * Returns true when the text has no control characters, NUL or lone surrogates, which PostgreSQL or a page cannot show.
 */
export function isPrintable(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x7f) return false
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1)
      if (!(next >= 0xdc00 && next <= 0xdfff)) return false
      index++
    } else if (unit >= 0xdc00 && unit <= 0xdfff) return false
  }
  return true
}
