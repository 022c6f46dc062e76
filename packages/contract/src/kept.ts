// What calls for things that a user keeps under names (watchlists, saved filters, own reports) have in common: another name, and being
// forgotten. Each keeps its own address, words and owner.
import { z } from 'zod'
import { id, line, messageReply } from './field.ts'
import type { RefusalName } from './refusals.ts'
import type { OwnedObject } from './route.ts'

/** The name of anything that is kept. */
export const keptName = line(60, 'Name')

/** Gives what is kept another name; `taken` is the refusal of one that another has. */
export const renaming = <const Kept extends OwnedObject, const Taken extends RefusalName>(object: Kept, taken: Taken) =>
  ({ method: 'POST', owns: [{ object, at: 'body.id' }], body: z.object({ id, name: keptName }), reply: messageReply, refusals: ['notFound', taken] }) as const

/** Forgets what is kept. */
export const forgetting = <const Kept extends OwnedObject>(object: Kept) =>
  ({ method: 'POST', owns: [{ object, at: 'body.id' }], body: z.object({ id }), reply: messageReply, refusals: ['notFound'] }) as const
