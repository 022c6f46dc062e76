// openapi.json made from the route table: OpenAPI 3.1, the wire side of every schema, access rule and refusals per call.
import { z } from 'zod'
import type { AccessRule, Route } from './route.ts'
import { refusalCatalogue } from './refusals.ts'
import { routeList } from './routes.ts'

type Json = Record<string, unknown>

/** The whole document; its key order follows the route table, so a change shows as a small difference. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const { group, name, route } of routeList) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(group, name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clubfolio',
      version,
      description: 'Every call of the application. The header Token carries the session; Idempotency-Key makes a repeated call have one effect.',
    },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}

function operation(group: string, name: string, route: Route): Json {
  const statuses = new Set((route.refusals ?? []).map((refusal) => refusalCatalogue[refusal].status))
  if (route.body || route.params || route.query) statuses.add(400)
  if (route.access.kind !== 'public') statuses.add(401)
  if (route.access.kind === 'permission') statuses.add(403)
  const failures = [...statuses].sort((a, b) => a - b).map((status) => [
    String(status),
    { description: describeStatus(route, status), content: json({ $ref: '#/components/schemas/Error' }) },
  ])
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    'x-access': describeAccess(route.access),
    ...(route.owns ? { 'x-owned-objects': route.owns } : {}),
    security: route.access.kind === 'public' ? [] : [{ token: [] }],
    parameters: [...parameters('path', route.params), ...parameters('query', route.query), ...idempotencyHeader(route)],
    ...(route.upload ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } } : {}),
    ...(route.body ? { requestBody: { required: true, content: json(schema(route.body)) } } : {}),
    responses: {
      200: { description: 'Done.', content: route.download ? { [route.download]: { schema: { type: 'string', format: 'binary' } } } : json(schema(route.reply)) },
      ...Object.fromEntries(failures),
      default: { description: 'A fault, with a request id.', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function schema(type: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  return inlineDefinitions(rest) as Json
}

/** zod puts named schemas under $defs with relative references; here each use stands on its own. */
function inlineDefinitions(node: unknown, definitions: Json = {}, open: readonly string[] = []): unknown {
  if (Array.isArray(node)) return node.map((item) => inlineDefinitions(item, definitions, open))
  if (node === null || typeof node !== 'object') return node
  const { $defs, ...rest } = node as Json
  const known = { ...definitions, ...($defs as Json | undefined) }
  const name = typeof rest['$ref'] === 'string' ? rest['$ref'].replace('#/$defs/', '') : undefined
  if (name !== undefined) return open.includes(name) ? {} : inlineDefinitions(known[name] ?? {}, known, [...open, name])
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlineDefinitions(value, known, open)]))
}

function parameters(place: 'path' | 'query', type: z.ZodType | undefined): Json[] {
  if (!type) return []
  const object = schema(type)
  const required = new Set((object['required'] as string[] | undefined) ?? [])
  return Object.entries((object['properties'] as Json | undefined) ?? {}).map(([name, definition]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: definition,
  }))
}

function idempotencyHeader(route: Route): Json[] {
  return route.effect ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8, maxLength: 128 } }] : []
}

function describeAccess(access: AccessRule): string {
  if (access.kind !== 'permission') return access.kind
  return `permission: ${'allOf' in access ? access.allOf.join(' and ') : access.anyOf.join(' or ')}`
}

function describeStatus(route: Route, status: number): string {
  const named = (route.refusals ?? []).filter((name) => refusalCatalogue[name].status === status)
  if (named.length > 0) return named.map((name) => `${name}: ${refusalCatalogue[name].text}`).join(' ')
  if (status === 401) return 'No valid session.'
  if (status === 403) return 'The permission is missing.'
  return 'The request does not fit the contract.'
}

const json = (content: unknown): Json => ({ 'application/json': { schema: content } })

const errorSchema = {
  type: 'object',
  required: ['code', 'error'],
  properties: {
    code: { type: 'integer' },
    error: {
      oneOf: [
        { type: 'string' },
        { type: 'array', items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } } },
      ],
    },
    refusal: { type: 'string' },
    requestId: { type: 'string' },
  },
}
