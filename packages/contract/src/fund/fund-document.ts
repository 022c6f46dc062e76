// Documents of a fund: PDF files that are kept with it and read by the roles chosen, minutes of meetings among them.
// All calls of this page are ours. Source: docs/rules/fund-club.md, "Documents".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { id, line, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route, type DownloadedFile } from '../route.ts'
import { day, givenDay, instant, quotedPipeList } from '../wire.ts'
import { bodyAccount, pathAccount } from './book-route.ts'

export const fundDocumentRefusals = {
  documentTooLarge: {
    status: 413,
    text: 'A document has at most 10 MB. Save the PDF with smaller pictures and choose that file.',
  },
  documentNotPdf: {
    status: 400,
    text: 'This file is not a complete PDF. Save or print the document as PDF and choose that file.',
  },
  documentActive: {
    status: 400,
    text:
      'This PDF contains {what}, which can act on the devices of its readers. Print it to a new PDF and choose that ' +
      'file.',
  },
  documentUnchecked: {
    status: 400,
    text: 'This PDF cannot be checked: {reason} Print it to a new PDF and choose that file.',
  },
  documentsFull: {
    status: 409,
    text: 'The documents of a fund have at most {most} MB together; {left} MB are left. Remove some first.',
  },
  documentReaders: {
    status: 400,
    text: 'A treasurer reads what they upload. Choose Treasurer among the readers.',
    field: 'readers',
  },
} as const satisfies Record<string, RefusalDefinition>

export const largestDocumentBytes = 10 * 1024 ** 2

/** Who reads a document besides the owner of the fund, who reads every one. */
export const documentReaders = ['TREASURER', 'APPROVER', 'AUDITOR', 'MEMBER'] as const
export type DocumentReader = (typeof documentReaders)[number]

export const documentKinds = { DOCUMENT: 'Document', MINUTES: 'Minutes' } as const
export type DocumentKind = keyof typeof documentKinds
const kind = z.enum(keysOf(documentKinds))

export const FundDocument = z
  .object({
    id,
    title: z.string(),
    kind,
    /** When the meeting was that the minutes are of; null for other documents. */
    meetingDay: day.nullable(),
    fileName: z.string(),
    byteCount: z.number().int(),
    uploadedAt: instant,
    readers: z.array(z.enum(documentReaders)),
    /** Null where a member reads it. */
    uploadedBy: z.string().nullable(),
  })
  .meta({ id: 'FundDocument' })
export type FundDocument = z.output<typeof FundDocument>

const ofMember = z.object({ accountId: id, memberId: id })

export const documentRoutes = {
  findDocuments: route({
    method: 'GET',
    path: '/v1/api/document/find/{accountId}',
    summary: 'The documents of a fund that the caller may read, newest first, and the space of all of them.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.object({ documents: z.array(FundDocument), usedBytes: z.number().int(), mostBytes: z.number().int() }),
    refusals: ['notFound'],
  }),
  uploadDocument: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/document/upload/{accountId}/{name}',
    summary: 'Send a PDF of at most 10 MB without scripts; with `replaces` the earlier document is removed.',
    access: access.session,
    owns: pathAccount,
    upload: true,
    params: z.object({ accountId: id, name: z.string().trim().min(1).max(200) }),
    query: z.object({
      /** Without one, the name of the file. */
      title: line(120, 'Title').optional(),
      /** Without one, DOCUMENT. */
      kind: kind.optional(),
      /** Required for minutes. */
      meetingDay: givenDay.optional(),
      /** Besides the owner; nobody without it. */
      readers: quotedPipeList(documentReaders).optional(),
      replaces: id.optional(),
    }),
    reply: FundDocument,
    refusals: [
      'notFound',
      'fundMoved',
      'documentTooLarge',
      'documentNotPdf',
      'documentActive',
      'documentUnchecked',
      'documentsFull',
      'documentReaders',
    ],
  }),
  downloadDocument: route({
    method: 'GET',
    path: '/v1/api/document/download/{accountId}/{documentId}',
    summary: 'A document of a fund, as a file that is never opened in the page.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id, documentId: id }),
    download: 'application/pdf',
    reply: z.custom<DownloadedFile>(),
    refusals: ['notFound'],
  }),
  removeDocument: route({
    method: 'POST',
    path: '/v1/api/document/remove',
    summary: 'Remove a document; the history of the fund keeps who removed it, when and why.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, reason: line(500, 'Reason').nullish() }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved'],
  }),
  findMyDocuments: route({
    method: 'GET',
    path: '/v1/api/document/find-mine/{accountId}/{memberId}',
    summary: 'The documents that a member may read in a fund that they take part in, newest first.',
    access: access.session,
    params: ofMember,
    reply: z.array(FundDocument),
    refusals: ['notFound'],
  }),
  downloadMyDocument: route({
    method: 'GET',
    path: '/v1/api/document/download-mine/{accountId}/{memberId}/{documentId}',
    summary: 'A document that a member may read.',
    access: access.session,
    params: ofMember.extend({ documentId: id }),
    download: 'application/pdf',
    reply: z.custom<DownloadedFile>(),
    refusals: ['notFound'],
  }),
} as const
