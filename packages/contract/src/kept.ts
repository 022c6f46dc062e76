// Common parts of the calls for named objects that a user saves (watchlists, saved filters, own reports): renaming and
// deleting. Each feature defines its own path, texts and owner.
import { z } from 'zod'
import { id, line, messageReply, onlyId } from './field.ts'
import type { OwnedObject } from './route.ts'

/** The name of a saved object. */
export const keptName = line(60, 'Name')

const Renaming = z.object({ id, name: keptName }).meta({ id: 'Renaming' })

/** Returns the parts of a route that renames a saved object; `taken` is the refusal for a name already in use. */
export const renaming = <const Kept extends OwnedObject, const Taken extends string>(object: Kept, taken: Taken) =>
  ({
    method: 'POST',
    owns: [{ object, at: 'body.id' }],
    body: Renaming,
    reply: messageReply,
    refusals: ['notFound', taken],
  }) as const

/** Returns the parts of a route that deletes a saved object. */
export const deletionOf = <const Kept extends OwnedObject>(object: Kept) =>
  ({
    method: 'POST',
    owns: [{ object, at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }) as const
