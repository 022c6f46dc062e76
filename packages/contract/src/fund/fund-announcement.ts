// Announcements of a fund to its members. They are never changed: a correction is a new one. All calls of this page are
// ours. Source: docs/rules/fund.md, "Announcements".
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, isPrintable, line, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { instant } from '../wire.ts'
import { bodyAccount, pathAccount } from './book-route.ts'

export const fundAnnouncementRefusals = {
  announcementWithdrawn: { status: 409, text: 'This announcement was withdrawn already.' },
} as const satisfies Record<string, RefusalDefinition>

export const Announcement = z
  .object({
    id,
    title: z.string(),
    text: z.string(),
    postedAt: instant,
    /** Who posted it. */
    by: z.string(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof Announcement>

export const PostedAnnouncement = Announcement.extend({
  /** How many members it went to, and how many of them have opened it. */
  members: z.number().int(),
  readers: z.number().int(),
  withdrawn: z.object({ at: instant, reason: z.string() }).nullable(),
}).meta({ id: 'PostedAnnouncement' })
export type PostedAnnouncement = z.output<typeof PostedAnnouncement>

export const ReceivedAnnouncement = Announcement.extend({ isRead: z.boolean() }).meta({ id: 'ReceivedAnnouncement' })
export type ReceivedAnnouncement = z.output<typeof ReceivedAnnouncement>

const text = z
  .string()
  .trim()
  .min(1, 'Text is required.')
  .max(5000, 'The text has at most 5,000 characters.')
  .refine((typed) => isPrintable(typed.replaceAll('\n', '')), 'The text contains characters that cannot be stored.')

export const fundAnnouncementRoutes = {
  findAnnouncements: route({
    method: 'GET',
    path: '/v1/api/fund/find-announcements/{accountId}',
    summary: 'The last hundred announcements of a fund, newest first, also withdrawn ones.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(PostedAnnouncement),
    refusals: ['notFound'],
  }),
  postAnnouncement: route({
    method: 'POST',
    path: '/v1/api/fund/post-announcement',
    summary: 'Announce something to the active members of a fund, on their screens and by mail as they chose.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, title: line(120, 'Title'), text }),
    reply: createdReply,
    refusals: ['notFound', 'fundMoved'],
  }),
  withdrawAnnouncement: route({
    method: 'POST',
    path: '/v1/api/fund/withdraw-announcement',
    summary: 'Take an announcement off the screens of the members, with a reason. It stays in the history.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, reason: line(500, 'Reason') }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved', 'announcementWithdrawn'],
  }),
  findMyAnnouncements: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-announcements/{accountId}/{memberId}',
    summary: 'What a fund announced to a member, newest first.',
    access: access.session,
    params: z.object({ accountId: id, memberId: id }),
    reply: z.array(ReceivedAnnouncement),
    refusals: ['notFound'],
  }),
  readAnnouncement: route({
    method: 'POST',
    path: '/v1/api/fund/read-announcement',
    summary: 'Mark an announcement as opened by the member.',
    access: access.session,
    effect: true,
    body: z.object({ accountId: id, memberId: id, id }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
} as const
