// Reads the distance of a trailing stop from a request body as sent.
import { TrailToSend } from '@clubfolio/contract'
import type { Trail } from '@clubfolio/domain'

/** Returns undefined for anything else. */
export const trailOfWire = (value: unknown): Trail | undefined => TrailToSend.safeParse(value).data
