// Fastify loads a validator and a serialiser of JSON schemas at every start. Our routes have none: the zod schemas of
// the route table parse and serialise (kernel/http.ts), and skipping the two makes startup a tenth of a second of
// processor time shorter.
import type { FastifyServerOptions } from 'fastify'

const refuse = (): never => {
  throw new Error('A route has a JSON schema. Its input and its answer belong into the route table.')
}

/** `Fastify({ ...withoutSchemas })` */
export const withoutSchemas = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
} satisfies FastifyServerOptions
