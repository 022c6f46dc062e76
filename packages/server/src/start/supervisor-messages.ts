// What the supervisor and its processes write to each other.
import { z } from 'zod'

const id = z.number()

const ToProcess = z.discriminatedUnion('type', [
  /** Comes with the connection itself. */
  z.object({ type: z.literal('connection'), id }),
  /** The process stops: first its front door, as soon as `last-connection` has arrived. */
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('last-connection') }),
  /** Everything is ready; the process prints the address. */
  z.object({ type: z.literal('announce'), seconds: z.number() }),
  z.object({ type: z.literal('move-clock'), nowMs: z.number() }),
  z.object({ type: z.literal('socket-place'), id, isFree: z.boolean() }),
  z.object({ type: z.literal('give-metrics'), id }),
  /** Any message shows that the process is not stuck; it answers this one. */
  z.object({ type: z.literal('ping') }),
  /** The figures of the other processes. */
  z.object({ type: z.literal('metrics'), id, texts: z.array(z.string()) }),
])

const FromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('taken'), id }),
  /** Tables, first data and the paper brokerage are there: web processes can start. */
  z.object({ type: z.literal('prepared') }),
  /** The market has its first page: web processes can answer while the demonstration's club is being made. */
  z.object({ type: z.literal('first-data-ready') }),
  z.object({ type: z.literal('paper-broker'), port: z.number(), url: z.string() }),
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('clock-moved') }),
  /** A socket joins; `key` names its kind and session. */
  z.object({ type: z.literal('take-socket-place'), id, key: z.string() }),
  z.object({ type: z.literal('leave-socket-place'), key: z.string() }),
  z.object({ type: z.literal('ask-metrics'), id }),
  z.object({ type: z.literal('given-metrics'), id, text: z.string() }),
])

export type ToProcess = z.infer<typeof ToProcess>
export type FromProcess = z.infer<typeof FromProcess>

/** Each returns undefined for anything else. */
export const readToProcess = (message: unknown): ToProcess | undefined => ToProcess.safeParse(message).data
export const readFromProcess = (message: unknown): FromProcess | undefined => FromProcess.safeParse(message).data
