// The club that a fund belongs to, as its papers and mails name it: name, logo, address, and a text for documents. All
// calls of this page are ours. Source: docs/rules/fund-club.md, "Identity".
import { z } from 'zod'
import { access } from '../access.ts'
import { id, line, messageReply, note } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { bodyAccount, pathAccount } from './book-route.ts'

export const fundClubRefusals = {
  logoUnreadable: {
    status: 400,
    text: 'The logo was not taken: {reason} Choose a PNG or JPEG picture of at most 1 MB.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** The identity that papers and mails of a fund carry. */
export const FundClub = z
  .object({
    accountId: id,
    name: z.string().nullable(),
    address: z.string(),
    /** Printed at the end of papers and mails; empty without. */
    text: z.string(),
    /** The picture as base64 of a PNG; null without. */
    logo: z.string().nullable(),
    currency: z.string(),
    /** Who issues the papers. */
    manager: z.string(),
    /** The account as papers name it, with its last digits only. */
    account: z.string(),
  })
  .meta({ id: 'FundClub' })
export type FundClub = z.output<typeof FundClub>

export const clubRoutes = {
  findClub: route({
    method: 'GET',
    path: '/v1/api/club/find/{accountId}',
    summary: 'Name, logo, address and text that papers and mails of a fund carry.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: FundClub,
    refusals: ['notFound'],
  }),
  saveClub: route({
    method: 'POST',
    path: '/v1/api/club/save',
    summary: 'Change what papers and mails of a fund carry; an absent field stays as it is.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      /** Null removes the name. */
      name: line(60, 'Club name').nullish(),
      /** One line; empty removes it, as it does the text. */
      address: z.union([z.literal(''), line(160, 'Address')]).optional(),
      text: note(500, 'The text').optional(),
      /** A new logo is uploaded. */
      removesLogo: z.boolean().optional(),
    }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved'],
  }),
  uploadLogo: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/club/upload-logo/{accountId}',
    summary: 'Send a PNG or JPEG picture; it is decoded and stored as a new PNG of at most 600 x 240 points.',
    access: access.session,
    owns: pathAccount,
    upload: true,
    params: z.object({ accountId: id }),
    reply: FundClub,
    refusals: ['notFound', 'fundMoved', 'logoUnreadable'],
  }),
} as const
