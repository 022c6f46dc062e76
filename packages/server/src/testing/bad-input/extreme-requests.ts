// Every field of the contract with every extreme: each route, each of its choices, each place in its sample, in a fixed
// order. Fields of new routes are included automatically.
import { fillPath, routeList, type NamedRoute } from '@clubfolio/contract'
import type { BadRequest } from './bad-request.ts'
import { placesIn, withRaw } from './bad-request.ts'
import { extremeValues, sharpValues } from './extreme-values.ts'
import { sampleInput, type Json, type KnownWords } from './sample-input.ts'

/** The largest number of choices of a field in the contract: the kinds of alert rules. */
const variants = 6

interface Field {
  readonly named: NamedRoute
  readonly params: Record<string, string>
  readonly body: Json | undefined
  /** The place in the body, or the name of the parameter. */
  readonly place: readonly (string | number)[] | string
}

const isLeaf = (value: Json | undefined): boolean => typeof value !== 'object' || value === null
const valueAt = (sample: Json, place: readonly (string | number)[]): Json | undefined =>
  place.reduce<Json | undefined>((inner, key) => (inner as Record<string, Json>)[key], sample)

/** Returns the fields of a route, each once however many choices share it. */
function fieldsOf(named: NamedRoute, words: KnownWords): Field[] {
  const fields = new Map<string, Field>()
  for (let variant = 0; variant < variants; variant++) {
    const { params, body } = sampleInput(named, words, variant)
    for (const name of Object.keys(params))
      if (!fields.has(`:${name}`)) fields.set(`:${name}`, { named, params, body, place: name })
    if (body === undefined || named.route.upload) continue
    for (const place of placesIn(body)) {
      // A field of another choice is a different field even if it has the same name.
      const key = JSON.stringify([
        place,
        place.length > 1 ? Object.keys((valueAt(body, place.slice(0, -1)) ?? {}) as object) : [],
      ])
      if (place.length > 0 && isLeaf(valueAt(body, place)) && !fields.has(key))
        fields.set(key, { named, params, body, place })
    }
  }
  return [...fields.values()]
}

export interface ExtremeRequest {
  readonly named: NamedRoute
  /** "member.createContribution date": the field's name, for statistics. */
  readonly field: string
  /** Created when it is sent, because sessions change. */
  readonly request: (token: string) => BadRequest
}

/** Returns all of them, or with `every` only every n-th extreme of each field, a different one for each. */
export function extremeRequests(words: KnownWords, every = 1): ExtremeRequest[] {
  let count = 0
  return routeList.flatMap((named) =>
    fieldsOf(named, words).flatMap((field) =>
      extremeValues.filter(() => count++ % every === 0).map((raw) => toRequest(field, raw)),
    ),
  )
}

/** The short form: each field with the few extremes that break most often. Ids get none: the contract refuses them. */
export function sharpRequests(words: KnownWords): ExtremeRequest[] {
  const sampleOf = ({ params, body, place }: Field): unknown =>
    typeof place === 'string' ? params[place] : valueAt(body ?? {}, place)
  return routeList.flatMap((named) =>
    fieldsOf(named, words).flatMap((field) => sharpValues(sampleOf(field)).map((raw) => toRequest(field, raw))),
  )
}

function toRequest({ named, params, body, place }: Field, raw: string): ExtremeRequest {
  const { route } = named
  const isParameter = typeof place === 'string'
  // Longer addresses are refused by the server's own limit.
  const text = raw.startsWith('"') ? (JSON.parse(raw) as string).slice(0, 2_000) : raw
  const path = fillPath(route.path, isParameter ? { ...params, [place]: text === '' ? ' ' : text } : params)
  return {
    named,
    field: `${named.group}.${named.name} ${isParameter ? place : place.join('.')}`,
    request: (token) => ({
      attack: 'extreme',
      method: route.method,
      path,
      headers: {
        token,
        ...(route.method === 'POST'
          ? { 'content-type': route.upload ? 'application/octet-stream' : 'application/json' }
          : {}),
      },
      body:
        route.method !== 'POST'
          ? undefined
          : isParameter
            ? JSON.stringify(body ?? {})
            : withRaw(body ?? {}, place, raw),
    }),
  }
}
