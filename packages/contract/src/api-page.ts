// Generates docs/api.md from the route table: every call for human readers, as openapi.json is for programs.
import { z } from 'zod'
import type { AccessRule } from './access.ts'
import { commonRefusals } from './declared-refusals.ts'
import type { Route } from './route.ts'
import { refusalCatalogue } from './refusals.ts'
import { routeList, type NamedRoute } from './routes.ts'
import { tokenRuleOf, type TokenRule } from './token-rules.ts'

/**
 * Returns the whole page as Markdown: how to call, a table for each group of calls in route-table order, and every
 * refusal.
 */
export function apiPage(): string {
  const groups = [...new Set(routeList.map(({ group }) => group))]
  return [
    introduction,
    ...groups.map((group) =>
      section(
        group,
        routeList.filter((named) => named.group === group),
      ),
    ),
    refusalSection(),
  ].join('\n')
}

const introduction = `# The calls

\`npm run openapi\` writes this page and [openapi.json](../openapi.json), which describes every
field, from the route table.
[api-additions.md](api-additions.md) lists the calls that are not in the specification, with the reason for each.

- Paths are relative to the server's address. Bodies and answers are JSON unless a line says otherwise.
- [The guide](api-guide.md) makes the first calls with an API token, from curl, TypeScript and Python.
- The header \`Token\` carries the session: \`POST /v1/api/security/login\`, then
  \`POST /v1/api/security/check-verification-code\` with the code returns it.
- \`Authorization: Bearer clf_...\` carries an API token in its place. The column *token* says which tokens may make a
  call: *every* token; one limited to accounts where the input names only *its accounts*; only one for *all accounts*;
  *never* any. A call with its input about no account is open to every token where it says *its accounts or none*.
- Calls marked *once* accept the header \`Idempotency-Key\` (8 to 128 characters). Repeated with the same key
  and body, they have one effect and the same answer.
- Requests made by a timer send \`Background: 1\`, so that they do not keep a session alive.
- A failure answers \`{ "code": 404, "error": "words" }\`, with a list of \`{ "field", "message" }\` for
  invalid input. A refusal also carries its name.
- An update leaves absent fields as they are; null, or an empty text, clears a field that may be empty. What is saved
  under a name or as one document is replaced as a whole ([decision 0038](decisions/0038-fields-of-a-call.md)).
- An object of another user answers like a missing one.
`

function section(group: string, routes: readonly NamedRoute[]): string {
  return [
    `## ${group}`,
    '',
    '| call | who | token | what it does | takes |',
    '|---|---|---|---|---|',
    ...routes.map(row),
    '',
  ].join('\n')
}

function row({ group, name, route }: NamedRoute): string {
  const once = route.effect ? ' *once*' : ''
  const file = route.download ? ` Answers a file (${route.download.split(';')[0]}).` : ''
  const token = tokenWords[tokenRuleOf({ group, name })]
  return (
    `| \`${route.method} ${route.path}\`${once} | ${who(route.access)} | ${token} | ` +
    `${cell(route.summary)}${file} | ${cell(takes(route))} |`
  )
}

const tokenWords: Readonly<Record<TokenRule, string>> = {
  never: 'never',
  open: 'every',
  account: 'its accounts',
  optionalAccount: 'its accounts or none',
  narrowed: 'every, about its accounts',
  whole: 'all accounts',
}

function who(access: AccessRule): string {
  if (access.kind === 'public') return 'everybody'
  if (access.kind === 'session') return 'signed in'
  return 'allOf' in access ? access.allOf.join(' and ') : access.anyOf.join(' or ')
}

function takes(route: Route): string {
  if (route.upload) return "the file's bytes"
  return [...fields(route.query).map((field) => `?${field}`), ...fields(route.body)].join(', ')
}

/** Returns the names of an object's fields, optional ones in brackets. */
function fields(type: z.ZodType | undefined): readonly string[] {
  if (!type) return []
  const { properties = {}, required = [] } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
    required?: readonly string[]
  }
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `[${name}]`))
}

function refusalSection(): string {
  const rows = Object.entries(refusalCatalogue).map(
    ([name, { status, text }]) => `| ${name} | ${status} | ${cell(text)} |`,
  )
  return [
    '## Refusals',
    '',
    'Words in braces are placeholders. Every other failure is a fault: 500 with a request id.',
    '[openapi.json](../openapi.json) lists the refusals of each call. These belong to every call of a kind:',
    '',
    ...commonRows(),
    '',
    '| name | status | words |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function commonRows(): readonly string[] {
  const { everyCall, withoutSession, withSession, withPermission, withChange, withEffect } = commonRefusals
  return [
    `- every call: ${everyCall.join(', ')}`,
    `- for everybody: ${withoutSession.join(', ')}`,
    `- signed in: ${withSession.join(', ')}; with a permission also ${withPermission.join(', ')}`,
    `- signed in and changing something: ${withChange.join(', ')}`,
    `- *once*: ${withEffect.join(', ')}`,
  ]
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
