// Reads recipients as people type and paste them: addresses between commas, semicolons, spaces or new lines, each alone
// or after a name, as in `Ann Bell <ann@club.example>`.
// Source: docs/rules/trading.md, "Static reports".
import { email as emailField, reportRecipientLimit } from '@clubfolio/contract'

/** Returns the normalised address, or undefined when the text is not one. */
export const readAddress = (text: string): string | undefined => {
  const read = emailField.safeParse(text)
  return read.success ? read.data : undefined
}

/** A list of recipients, and the text next to it that was not added yet. */
export interface TypedRecipients {
  readonly emailList: string[]
  readonly typed: string
}

/** Commas, semicolons and new lines separate entries, except inside of a quoted name. */
const entryPattern = /(?:"[^"\r\n]*"|[^",;\r\n]|")+/g
const bracketPattern = /([^<]*)<([^<>]*)>|[^<]+|</g
const quotedPattern = /"[^"]*"/g
const wrapping = /^['"(<]+|['")>]+$/g

/** Returns the pieces of a text that are meant as addresses, in their order; a name before `<` is none. */
function addressPieces(text: string): string[] {
  const pieces = (text.match(entryPattern) ?? []).flatMap((entry) =>
    [...entry.matchAll(bracketPattern)].flatMap(([plain, name, address]) =>
      address === undefined || name === undefined
        ? plain.split(/\s+/)
        : [
            ...name
              .replaceAll(quotedPattern, '')
              .split(/\s+/)
              .filter((word) => word.includes('@')),
            address,
          ],
    ),
  )
  return pieces.map((piece) => piece.replaceAll(wrapping, '')).filter((piece) => piece !== '')
}

/**
 * Adds the typed addresses to the list, each once and regardless of case. What is no address, or one too many, stays as
 * typed text. `takeTyped({ emailList: [], typed: 'Ann <ANN@club.example>; nobody' })` is
 * `{ emailList: ['ann@club.example'], typed: 'nobody' }`.
 */
export function takeTyped({ emailList, typed }: TypedRecipients): TypedRecipients {
  const taken = [...emailList]
  const left: string[] = []
  for (const piece of addressPieces(typed)) {
    const address = readAddress(piece)
    if (address !== undefined && taken.includes(address)) continue
    if (address !== undefined && taken.length < reportRecipientLimit) taken.push(address)
    else left.push(piece)
  }
  return { emailList: taken, typed: left.join(', ') }
}

/** How many wrong pieces a message names; the field shows all of them. */
const namedCount = 3

/**
 * Returns what is wrong with the typed text, naming what is no address: `"nobody" is not an e-mail address. Correct
 * or remove it.` Undefined when all of it can be added.
 */
export function typedFault(recipients: TypedRecipients): string | undefined {
  const left = addressPieces(takeTyped(recipients).typed)
  const wrong = left.filter((piece) => readAddress(piece) === undefined)
  if (wrong.length === 1) return `"${wrong[0]}" is not an e-mail address. Correct or remove it.`
  if (wrong.length > 0) {
    const named = wrong.slice(0, namedCount).map((piece) => `"${piece}"`)
    const others = wrong.length - named.length
    const last = others > 0 ? `${others} more` : named.pop()
    return `${named.join(', ')} and ${last} are not e-mail addresses. Correct or remove them.`
  }
  return left.length > 0 ? `A report goes to at most ${reportRecipientLimit} addresses at once.` : undefined
}

/** Returns a form's values with the typed addresses in the list, for its schema. */
export const withTyped = <Values extends TypedRecipients>(values: Values): Values => ({
  ...values,
  emailList: takeTyped(values).emailList,
})

/** Returns the error of a form whose typed text cannot be added. */
export function untakenText(values: TypedRecipients): { readonly emailList?: string } {
  const fault = typedFault(values)
  return fault === undefined ? {} : { emailList: fault }
}
