// Alert rules: conditions a user wants to be notified of, monitored by the server, with the history of their firings.
// Calls of our own.
// Source: docs/rules/trading.md, "Alerts".
import { isUprightLine, lineBars, lineScales, moveBases, type RuleTerms as DomainTerms } from '@clubfolio/domain'
import { z } from 'zod'
import { featureAccess } from './access.ts'
import { createdReply, id, messageReply, note, onlyId } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instrumentSymbol } from './stock.ts'
import { decimalNumber, givenDay, instant, wholeNumber } from './wire.ts'

/** Maximum number of rules per user. */
export const alertRuleLimit = 200
export const alertNoteLimit = 500

/** The kinds of rules, with their names on screen. */
export const alertRuleKinds = {
  PRICE: 'Price',
  LINE: 'Drawn line',
  MOVE: 'Percent move',
  LEVEL: 'Level broken',
  EXTREME: '52-week high or low',
  UNPROTECTED: 'Missing stop',
  DRAWDOWN: 'Account drawdown',
  ACCESS: 'Access lapses',
} as const satisfies Record<DomainTerms['kind'], string>

/**
 * WAITING fires when its condition is met; BEYOND waits for a condition that was already met at the start to pass;
 * FIRED has fired and its condition lasts; OVER was to fire once and has; EXPIRED is past its last day; PAUSED is
 * switched off; UNSEEN has not been evaluated yet.
 */
export const alertRuleStates = ['UNSEEN', 'WAITING', 'BEYOND', 'FIRED', 'OVER', 'EXPIRED', 'PAUSED'] as const
export type AlertRuleState = (typeof alertRuleStates)[number]

const price = decimalNumber(4, 'Enter a price with at most 4 decimals.')
  .refine((text) => Number(text) > 0, 'Enter a price above zero.')
  .refine((text) => Number(text) <= 10_000_000, 'Enter a price of at most $10,000,000.')
const percentTo = (most: number) =>
  decimalNumber(2, 'Enter a percent with at most 2 decimals.').refine(
    (text) => Number(text) > 0 && Number(text) <= most,
    `Enter a percent above 0 and at most ${most}.`,
  )

/**
 * From 1950 to 2150, so that the calendar has a session around every point. A point outside ends the check: the line
 * through it cannot be judged.
 */
const chartTime = z
  .number()
  .int({ error: 'Enter the time of the point in whole milliseconds.', abort: true })
  .min(-631_152_000_000, { error: 'The point is too early.', abort: true })
  .max(5_680_281_600_000, { error: 'The point is too late.', abort: true })
const linePoint = z.object({ timeMs: chartTime, price }).meta({ id: 'AlertLinePoint' })

export const AlertTerms = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('PRICE'), direction: z.enum(['ABOVE', 'BELOW']), price }),
    z
      .object({
        kind: z.literal('LINE'),
        direction: z.enum(['ABOVE', 'BELOW']),
        from: linePoint,
        to: linePoint,
        scale: z.enum(lineScales),
        bars: z.enum(lineBars),
      })
      .refine((line) => !isUprightLine(line), {
        message: 'A vertical line has no price of its own. Choose two points at different bars.',
        path: ['to'],
      }),
    z.object({
      kind: z.literal('MOVE'),
      direction: z.enum(['UP', 'DOWN', 'EITHER']),
      percent: percentTo(1000),
      against: z.enum(moveBases),
      price: price.nullable(),
    }),
    z.object({ kind: z.literal('LEVEL'), side: z.enum(['RESISTANCE', 'SUPPORT']), price: price.nullable() }),
    z.object({ kind: z.literal('EXTREME'), side: z.enum(['HIGH', 'LOW']) }),
    z.object({ kind: z.literal('UNPROTECTED') }),
    z.object({ kind: z.literal('DRAWDOWN'), percent: percentTo(100) }),
    z.object({
      kind: z.literal('ACCESS'),
      days: z
        .number()
        .int('Enter whole days.')
        .min(1, 'Enter at least 1 day.')
        .max(7, 'The access ends 7 days after it was given; enter at most 7 days.'),
    }),
  ])
  .meta({ id: 'AlertTerms' })
export type AlertTerms = z.output<typeof AlertTerms>

/** The subject of a rule: an instrument of the active market, or one of the user's own accounts. */
const subject = { terms: AlertTerms, code: instrumentSymbol.nullable(), accountId: id.nullable() }
const asked = z.object({
  ...subject,
  note: note(alertNoteLimit),
  isRepeating: z.boolean(),
  expiresOn: givenDay.nullable(),
  /** The id of the drawing on a chart of `code` that the rule is about; null ends that. */
  drawingId: z.string().trim().min(1, 'Enter the id of a drawing.').max(64).nullable().optional(),
})
export type AskedAlertRule = z.output<typeof asked>

export const AlertRule = z
  .object({
    id,
    ...subject,
    /** The monitored condition in words: "AAPL at or above $150.00". */
    words: z.string(),
    state: z.enum(alertRuleStates),
    /** What must happen next, in words. */
    next: z.string(),
    note: z.string(),
    /** Fires each time its condition is met again; otherwise once. */
    isRepeating: z.boolean(),
    /** The last New York day on which it is monitored. */
    expiresOn: z.string().nullable(),
    /** The drawing that it follows: a move of it on the chart moves the terms. */
    drawingId: z.string().nullable(),
    createdAt: instant,
    firedCount: z.number().int(),
    lastFiredAt: instant.nullable(),
  })
  .meta({ id: 'AlertRule' })
export type AlertRule = z.output<typeof AlertRule>

export const AlertFiring = z
  .object({
    id,
    /** Null when the rule has been deleted since. */
    ruleId: id.nullable(),
    /** The rule in its words at that time. */
    rule: z.string(),
    note: z.string(),
    /** What happened: "AAPL traded at $150.25." */
    text: z.string(),
    code: z.string().nullable(),
    /** The price at which it fired; null for rules about accounts. */
    price: z.number().nullable(),
    /** Market time, which is a replay's own time during a replay. */
    marketAt: instant,
    firedAt: instant,
  })
  .meta({ id: 'AlertFiring' })
export type AlertFiring = z.output<typeof AlertFiring>

export const AlertPreview = z
  .object({
    words: z.string(),
    next: z.string(),
    /** The last price of the instrument; null when it has none. */
    last: z.number().nullable(),
    /** The condition is already met: it must pass before the rule can fire. */
    isBeyond: z.boolean(),
  })
  .meta({ id: 'AlertPreview' })
export type AlertPreview = z.output<typeof AlertPreview>

export const alertRuleRefusals = {
  alertRuleCount: {
    status: 409,
    text: 'You have reached the limit of {limit} alert rules. Delete one that you no longer need.',
  },
  alertSubject: {
    status: 400,
    text: 'Choose what the rule is about: an instrument for prices, an account for everything else.',
  },
  alertBase: { status: 400, text: 'Enter the price from which the move is counted.' },
  alertUnknown: { status: 404, text: 'The active market has no instrument {code}.' },
  alertExpiry: { status: 400, text: 'The last day of the rule has passed already. Choose today or a later day.' },
} as const satisfies Record<string, RefusalDefinition>

const ownRule = { object: 'alertRule', at: 'body.id' } as const
const ownAccount = { object: 'account', at: 'body.accountId' } as const
const askedRefusals = ['alertSubject', 'alertBase', 'alertUnknown', 'alertExpiry', 'notFound'] as const

export const alertRuleRoutes = {
  find: route({
    method: 'GET',
    path: '/v1/api/alert/find-rules',
    summary: "The caller's alert rules with their state, newest first.",
    access: featureAccess.alert,
    reply: z.array(AlertRule),
  }),
  preview: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/alert/preview-rule',
    summary: 'What a rule would wait for now, and whether its condition is met already.',
    access: featureAccess.alert,
    owns: [ownAccount],
    body: z.object(subject),
    reply: AlertPreview,
    refusals: ['alertSubject', 'alertBase', 'alertUnknown', 'notFound'],
  }),
  create: route({
    method: 'POST',
    path: '/v1/api/alert/create-rule',
    summary: 'Make an alert rule.',
    access: featureAccess.alert,
    owns: [ownAccount],
    effect: true,
    body: asked,
    reply: createdReply,
    refusals: [...askedRefusals, 'alertRuleCount'],
  }),
  update: route({
    method: 'POST',
    path: '/v1/api/alert/update-rule',
    summary: 'Change an alert rule and restart it; its history stays.',
    access: featureAccess.alert,
    owns: [ownRule, ownAccount],
    effect: true,
    body: asked.extend({ id }),
    reply: messageReply,
    refusals: askedRefusals,
  }),
  pause: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/alert/pause-rule',
    summary: 'Pause or resume an alert rule; what happened while it was paused does not count.',
    access: featureAccess.alert,
    owns: [ownRule],
    body: z.object({ id, isPaused: z.boolean() }),
    reply: messageReply,
    refusals: ['notFound', 'alertUnknown'],
  }),
  delete: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/alert/delete-rule',
    summary: 'Delete an alert rule; the history of its firings stays.',
    access: featureAccess.alert,
    owns: [ownRule],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  findFirings: route({
    method: 'GET',
    path: '/v1/api/alert/find-firings/{start}/{count}',
    summary: "The firings of the caller's alert rules page by page, newest first.",
    access: featureAccess.alert,
    params: z.object({ start: wholeNumber(0, 1_000_000), count: wholeNumber(1, 200) }),
    reply: z.object({ total: z.number().int(), result: z.array(AlertFiring) }),
  }),
} as const
