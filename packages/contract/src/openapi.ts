// Generates openapi.json from the route table: OpenAPI 3.1, with the wire side of every schema, access rule and
// refusals per call.
import type { z } from 'zod'
import { messageReply } from './field.ts'
import type { AccessRule } from './access.ts'
import { commonRefusals, commonRefusalsOf } from './declared-refusals.ts'
import { describeParameter, describeProperties } from './described-properties.ts'
import { groupDescriptions, objectNames } from './group-descriptions.ts'
import type { NamedRoute } from './routes.ts'
import { reference, SchemaWriter, type JsonSchema } from './openapi-schema.ts'
import { refusalCatalogue } from './refusals.ts'
import { requestKeyPattern } from './request.ts'
import { routeList } from './routes.ts'
import { shareParts } from './shared-parts.ts'
import { shareProperties } from './shared-properties.ts'
import { tokenRuleOf } from './token-rules.ts'
import { apiTokenCallsPerMinute } from './api-token.ts'

/**
 * Returns the whole document. Its key order follows the route table, so that a change shows as a small diff.
 *
 * Named schemas (`.meta({ id })`) and the responses to failures are under `components`; each call refers to them and
 * lists its own refusals in `x-refusals`. `components.x-common-refusals` has those of every call of a kind,
 * `components.x-refusals` the status of each refusal. Every answer carries its text; docs/api.md lists the texts.
 *
 * @throws Error when two schemas carry the same name.
 */
export function openApiDocument(version: string): JsonSchema {
  const schemas = new SchemaWriter()
  const sharedParameters = new SharedParameters(
    routeList.flatMap(({ route }) => parameters(new SchemaWriter(), 'path', route.params)),
  )
  const paths: Record<string, JsonSchema> = {}
  for (const named of routeList) {
    const { path, method } = named.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(schemas, sharedParameters, named) }
  }
  const done = { description: 'Done.', content: json(schemas.write(messageReply)) }
  const shared = describeParts(shareParts(paths, { Error: errorSchema, ...schemas.named }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clubfolio',
      version,
      description:
        'Every call of the application. The Token header carries the session, Authorization: Bearer an API token; ' +
        'an Idempotency-Key gives a repeated call one effect. A caller that polls sends the header Background ' +
        'with the value 1, so that its calls keep no session alive. Every answer carries Cache-Control: no-store. ' +
        'A failure ' +
        'answers an Error, whose requestId is the one to quote. x-api-token says which tokens may make a call: ' +
        'open, account (limited ones when the input names only their accounts), optionalAccount (likewise, or none), ' +
        'narrowed (the answer is limited to their accounts), whole (tokens for all accounts only), never.',
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    security: [{ token: [] }, { apiToken: [] }],
    tags: Object.entries(groupDescriptions).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Token', description: 'The session of a sign-in.' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'clf_ and 71 letters and digits',
          description: `An API token made in the profile; ${apiTokenCallsPerMinute} calls a minute.`,
        },
      },
      headers,
      parameters: { IdempotencyKey: idempotencyKey, ...shared.parameters(sharedParameters.components) },
      responses: {
        Done: done,
        ...shared.responses,
        ...describeFailures(),
      },
      requestBodies: shared.requestBodies,
      schemas: shared.schemas,
      'x-common-refusals': commonRefusals,
      'x-refusals': describeRefusals(),
    },
    paths: shared.paths,
  }
}

function describeOperation(
  schemas: SchemaWriter,
  shared: SharedParameters,
  { group, name, route }: (typeof routeList)[number],
): JsonSchema {
  const taken = [
    ...parameters(schemas, 'path', route.params).map((parameter) => shared.refer(parameter)),
    ...parameters(schemas, 'query', route.query),
    ...(route.effect ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    description: describeCaller(route),
    ...(route.access.kind === 'permission' ? { 'x-access': permissionsOf(route.access) } : {}),
    ...(route.owns ? { 'x-owned-objects': placesOf(route.owns) } : {}),
    'x-api-token': tokenRuleOf({ group, name }),
    ...(route.access.kind === 'public' ? { security: [] } : {}),
    ...(route.access.kind !== 'public' && tokenRuleOf({ group, name }) === 'never'
      ? { security: [{ token: [] }] }
      : {}),
    ...(taken.length > 0 ? { parameters: taken } : {}),
    ...(route.upload ? { requestBody: { required: true, content: file('application/octet-stream') } } : {}),
    ...(route.body ? { requestBody: { required: true, content: json(schemas.write(route.body)) } } : {}),
    responses: {
      200: describeSuccess(schemas, route),
      ...Object.fromEntries(failureStatuses(route).map((status) => [status, describeFailure(route, status)])),
      default: { $ref: '#/components/responses/Fault' },
    },
    ...(route.refusals?.length ? { 'x-refusals': route.refusals } : {}),
  }
}

function describeSuccess(schemas: SchemaWriter, route: NamedRoute['route']): JsonSchema {
  if (route.reply === messageReply) return { $ref: '#/components/responses/Done' }
  if (!route.download) return { description: 'Done.', content: json(schemas.write(route.reply)) }
  const named = { 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } }
  return { description: 'The file.', headers: named, content: file(route.download) }
}

/** Refers to the shared answer of the status; the refusals that are the call's own are in its words. */
function describeFailure(route: NamedRoute['route'], status: number): JsonSchema {
  const own = (route.refusals ?? []).filter((refusal) => refusalCatalogue[refusal].status === status)
  const $ref = `#/components/responses/${status}`
  return own.length === 0 ? { $ref } : { $ref, description: `Refused: ${own.join(', ')}.` }
}

/** Returns every status that a refusal of the route, the contract or the access rule produces, in ascending order. */
function failureStatuses(route: NamedRoute['route']): readonly number[] {
  const statuses = new Set<number>((route.refusals ?? []).map((refusal) => refusalCatalogue[refusal].status))
  if (route.body || route.params || route.query) statuses.add(400)
  // A token is refused with 403 also where nobody signs in, and counted where it may call.
  statuses.add(403)
  if (route.access.kind !== 'public') statuses.add(401).add(429)
  if (route.effect) statuses.add(409).add(422)
  return [...statuses].sort((a, b) => a - b)
}

const meaningOfStatus: Readonly<Record<number, string>> = {
  400: 'The request does not fit the contract, or was refused.',
  401: 'No valid session or API token.',
  403: 'The permission is missing, or the API token does not cover the call.',
  404: 'The object does not exist or belongs to someone else.',
  409: 'It conflicts with the present state.',
  413: 'The request is too large.',
  422: 'The request cannot be carried out.',
  429: 'Too many calls.',
  502: 'The brokerage failed.',
  503: 'Out of service for the moment.',
}

const meaningOf = (status: number): string => meaningOfStatus[status] ?? 'Refused.'

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

function describeFailures(): JsonSchema {
  const statuses = [...new Set(routeList.flatMap(({ route }) => failureStatuses(route)))].sort((a, b) => a - b)
  const failure = (description: string) => ({ description, content: json(reference('Error')) })
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        String(status),
        {
          ...failure(`${meaningOf(status)}${commonWords(status)}`),
          ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
        },
      ]),
    ),
    Fault: {
      ...failure(`A fault (500), with a request id, or a refusal that any call can give: ${anywhere.join(', ')}.`),
      headers: retryAfter,
    },
  }
}

/** Refusals whose status no call lists: the answer `default` has them. */
const anywhere = commonRefusals.everyCall.filter((name) => refusalCatalogue[name].status !== 400)

/** Returns the refusals of a status that calls give because of their kind. */
function commonWords(status: number): string {
  const common = new Set(routeList.flatMap(({ route }) => commonRefusalsOf(route)))
  const names = [...common].filter((name) => refusalCatalogue[name].status === status)
  return names.length === 0 ? '' : ` Refusals of any such call: ${names.join(', ')}.`
}

const headers = {
  RetryAfter: {
    description: 'Seconds to wait before the next try; absent where waiting does not help.',
    schema: { type: 'integer', minimum: 0, examples: [30] },
  },
  ContentDisposition: {
    description: "Name of the file, percent-encoded in UTF-8: attachment; filename*=UTF-8''name.",
    schema: { type: 'string', examples: ["attachment; filename*=UTF-8''statement.pdf"] },
  },
}

function describeRefusals(): JsonSchema {
  return Object.fromEntries(Object.entries(refusalCatalogue).map(([name, { status }]) => [name, status]))
}

/**
 * Formats the document as a file: one line for each call, schema and refusal, so that a diff shows which of them
 * changed.
 */
export function formatDocument(document: JsonSchema): string {
  const write = (node: unknown, depth: number): string => {
    if (depth === 0 || node === null || typeof node !== 'object' || Array.isArray(node)) return JSON.stringify(node)
    const members = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${write(value, depth - 1)}`)
    return `{\n${members.join(',\n')}\n}`
  }
  return `${write(document, 3)}\n`
}

/** Returns who may call it: `Users with CA or CMA, for their own account.` */
function describeCaller({ access, owns = [] }: NamedRoute['route']): string {
  const callers = { public: 'Everybody', session: 'Signed-in users' }
  const caller = access.kind === 'permission' ? `Users with ${permissionsOf(access)}` : callers[access.kind]
  const objects = [...new Set(owns.map(({ object }) => objectNames[object]))]
  const own = objects.length > 0 ? `, for their own ${listFormat.format(objects)}` : ''
  return `${caller}${own}.`
}

/** Returns where a call names objects with an owner: `{ "params.accountId": "account" }`. */
const placesOf = (owns: NonNullable<NamedRoute['route']['owns']>): JsonSchema =>
  Object.fromEntries(owns.map(({ object, at }) => [at, object]))

const listFormat = new Intl.ListFormat('en')

/** Path parameters that several calls take in the same form: written once under the parameter's name. */
class SharedParameters {
  readonly components: Record<string, JsonSchema> = {}

  constructor(all: readonly JsonSchema[]) {
    const counts = new Map<string, number>()
    for (const text of all.map((parameter) => JSON.stringify(parameter))) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const parameter of all) {
      const name = String(parameter['name'])
      if ((counts.get(JSON.stringify(parameter)) ?? 0) > 1) this.components[name] ??= parameter
    }
  }

  /** Returns a reference to the parameter, or the parameter itself when only this call takes it in this form. */
  refer(parameter: JsonSchema): JsonSchema {
    const name = String(parameter['name'])
    const isShared = JSON.stringify(this.components[name]) === JSON.stringify(parameter)
    return isShared ? { $ref: `#/components/parameters/${name}` } : parameter
  }
}

function parameters(schemas: SchemaWriter, place: 'path' | 'query', type: z.ZodType | undefined): JsonSchema[] {
  if (!type) return []
  const { required = [], properties = {} } = schemas.write(type) as {
    required?: readonly string[]
    properties?: JsonSchema
  }
  return Object.entries(properties).map(([name, definition]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: definition,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Letters, digits and . : - _ that name this effect. A call repeated with the same key and content happens once ' +
    'and gets the same answer. Without a key a repeated call happens again.',
  schema: { type: 'string', pattern: requestKeyPattern.source, minLength: 8, maxLength: 128 },
  example: 'order-1772208000-17',
}

const permissionsOf = (access: Extract<AccessRule, { kind: 'permission' }>): string =>
  'allOf' in access ? access.allOf.join(' and ') : access.anyOf.join(' or ')

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })
const file = (type: string): JsonSchema => ({ [type]: { schema: { type: 'string', format: 'binary' } } })

const errorSchema = {
  type: 'object',
  required: ['code', 'error'],
  properties: {
    code: { type: 'integer' },
    error: {
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      ],
    },
    refusal: { type: 'string' },
    requestId: { type: 'string' },
  },
}

type SharedParts = ReturnType<typeof shareParts>

/** Gives the parts their words and examples, and writes properties that repeat once. */
function describeParts({ paths, schemas, ...others }: SharedParts): SharedParts & {
  readonly parameters: (shared: Readonly<Record<string, JsonSchema>>) => Record<string, JsonSchema>
} {
  const find = (reference: string) => schemas[reference.replace('#/components/schemas/', '')]
  const describedSchemas = mapValues(schemas, (schema, name) => describeProperties(schema, [name], find))
  const describedPaths = mapValues(paths, (path) =>
    mapValues(path, (operation) => {
      if (!isJson(operation)) return operation
      const [group = '', name = ''] = String(operation['operationId']).split('.')
      const owners = [name, group]
      const described = describeProperties(operation, owners, find)
      const taken = described['parameters']
      if (!Array.isArray(taken)) return described
      const parameters = taken.map((one) => (isJson(one) ? describeParameter(one, owners, find) : one))
      return { ...described, parameters }
    }),
  )
  const { parts, schemas: properties } = shareProperties(
    { schemas: describedSchemas, paths: describedPaths },
    Object.keys(schemas),
  )
  return {
    ...others,
    paths: parts.paths,
    schemas: { ...parts.schemas, ...properties },
    parameters: (shared) => mapValues(shared, (parameter) => describeParameter(parameter, [], find)),
  }
}

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object' && !Array.isArray(node)
