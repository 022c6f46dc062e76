// What is wrong with the input of a call, in plain words where its schema says nothing of its own. The validator's
// defaults name types and received values, which helps no user.
import { z } from 'zod'

type Raw = z.core.$ZodRawIssue
/** Also one that a form of a union has. */
type Issue = Raw | z.core.$ZodIssue

/** Names of fields that their letters do not make plain. */
const labels: Readonly<Record<string, string>> = {
  after: 'position of the last message',
  answered: 'ids of the answered questions',
  at: 'time',
  bankAlias: 'alias of the bank account',
  bankRouting: 'routing number',
  count: 'number of rows',
  directionality: 'direction',
  childDirectionality: 'direction of the stop loss',
  childOrderType: 'order type of the stop loss',
  childPrice: 'price of the stop loss',
  childQuantity: 'quantity of the stop loss',
  email: 'e-mail address',
  emailList: 'e-mail addresses',
  foundId: 'bank account',
  groupID: 'group',
  permissionID: 'permission',
  itemIds: 'records',
  offset: 'offset',
  ownerId: 'owner',
  reCaptchaCode: 'result of the human check',
  start: 'first row',
  symbolOrAll: 'symbol',
  terms: 'condition',
  ticket: 'code',
  yearIPO: 'year of the IPO',
}

/** Returns a field's name in words: `labelOf('bankAccountNumber')` is "bank account number", of `memberId` "member". */
function labelOf(field: string): string {
  const known = labels[field]
  if (known !== undefined) return known
  const words = field.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return words.toLowerCase().replace(/ id$/, '').replace(/ ids$/, 's')
}

/** Returns the innermost name of a path; undefined for the input as a whole. */
const fieldOf = ({ path = [] }: Raw): string | undefined =>
  path.findLast((part): part is string => typeof part === 'string')

const mostListed = 12

/** Returns `A, B or C`; undefined for more values than a sentence takes. */
function choiceOf(values: readonly unknown[]): string | undefined {
  const texts = values.map(String)
  if (texts.length === 0 || texts.length > mostListed) return undefined
  return texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

const isFlag = (field: string): boolean => /^(is|has)[A-Z]/.test(field)
const flagWords = (field: string): string =>
  `Say whether it ${labelOf(field).replace(/^(is|has) /, '$1 ')}: true or false.`

function choiceWords(field: string, values: readonly unknown[]): string {
  if (isFlag(field)) return flagWords(field)
  const choice = choiceOf(values)
  return choice === undefined ? `Choose a known ${labelOf(field)}.` : `Choose the ${labelOf(field)}: ${choice}.`
}

/** Returns what to enter where nothing is. */
function missingWords(field: string, issue: Raw): string {
  if (isFlag(field)) return flagWords(field)
  if (issue.code === 'invalid_value') return choiceWords(field, issue.values)
  if (issue.code === 'invalid_union' && 'options' in issue) return unionWords(field, issue)
  return /Ids?$|ID$/.test(field) ? `Choose the ${labelOf(field)}.` : `Enter the ${labelOf(field)}.`
}

const forms: Readonly<Record<string, string>> = {
  string: 'as text',
  number: 'as a number',
  int: 'as a whole number',
  boolean: 'as true or false',
  array: 'as a list',
  tuple: 'as a list',
  object: 'as an object with its fields',
  record: 'as an object with its fields',
}

function limitWords(field: string, issue: Issue & { code: 'too_big' | 'too_small' }): string {
  const label = labelOf(field)
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
  const bound = limit.toLocaleString('en-US')
  if (issue.origin === 'string') {
    if (issue.code === 'too_small' && limit <= 1) return `Enter the ${label}.`
    return `Enter the ${label} with at ${issue.code === 'too_big' ? 'most' : 'least'} ${bound} characters.`
  }
  if (issue.origin === 'array')
    return issue.code === 'too_big'
      ? `Give at most ${bound} of the ${label}.`
      : `Give at least ${bound} of the ${label}.`
  return `Enter the ${label} as a number of at ${issue.code === 'too_big' ? 'most' : 'least'} ${bound}.`
}

/** Whether a message is the validator's own. */
const isDefault = (message: string): boolean => /^(Invalid|Too big|Too small|Unrecognized|Expected)\b/.test(message)

/** Of the forms that a field may have, the one that was meant says what is wrong with it. */
function unionWords(field: string, issue: Issue & { code: 'invalid_union' }): string {
  const inner = issue.errors.flat()
  const own = inner.find(({ message }) => !isDefault(message))
  if (own) return own.message
  const meant = inner.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
  if (meant) return wordsFor(field, meant)
  const expected = inner.flatMap((one) => (one.code === 'invalid_type' ? [forms[one.expected]] : []))
  const form = expected.find((words) => words !== undefined)
  const kinds = 'options' in issue && Array.isArray(issue.options) ? (issue.options as unknown[]) : []
  const values = [...kinds, ...inner.flatMap((one) => (one.code === 'invalid_value' ? one.values : []))]
  if (values.length > 0) return choiceWords(field, values)
  return form === undefined ? `Enter the ${labelOf(field)} in a known form.` : `Enter the ${labelOf(field)} ${form}.`
}

function wordsFor(field: string, issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isFlag(field)
        ? flagWords(field)
        : `Enter the ${labelOf(field)} ${forms[issue.expected] ?? 'in a known form'}.`
    case 'invalid_value':
      return choiceWords(field, issue.values)
    case 'too_big':
    case 'too_small':
      return limitWords(field, issue)
    case 'invalid_union':
      return unionWords(field, issue)
    case 'invalid_format':
      return issue.format === 'datetime'
        ? `Enter the ${labelOf(field)} with its zone, like 2026-03-04T15:00:00Z.`
        : `Enter a valid ${labelOf(field)}.`
    default:
      return `Enter a valid ${labelOf(field)}.`
  }
}

/** Returns the words for an issue whose schema has none of its own. */
export function describeIssue(issue: Raw): string {
  const field = fieldOf(issue)
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')} here.`
  if (field === undefined) return 'Send the fields as an object.'
  return issue.input === undefined || issue.input === null ? missingWords(field, issue) : wordsFor(field, issue)
}

/** Decodes the input of a call; every issue is in plain words. */
export const decodeInput = <Schema extends z.ZodType>(schema: Schema, wire: unknown) =>
  z.safeParse(schema, wire, { error: describeIssue })
