// Reads a named part of the path of a request.

import type { FastifyRequest } from 'fastify'
import { readFields } from './read-fields.ts'

/** Returns the part that the route's path names: `pathPart(request, 'hash')` for `/accounts/:hash`. */
export function pathPart(request: FastifyRequest, name: string): string {
  const part = readFields(request.params)[name]
  if (typeof part !== 'string') throw new Error(`The path of ${request.url} has no part named ${name}`)
  return part
}
