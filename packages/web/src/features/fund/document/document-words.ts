// Documents of a fund in words.
import { documentReaders, type DocumentReader, type FundDocument } from '@clubfolio/contract'

export const documentReaderNames: Readonly<Record<DocumentReader, string>> = {
  TREASURER: 'Treasurer',
  APPROVER: 'Approver',
  AUDITOR: 'Auditor',
  MEMBER: 'Members',
}

/** "Owner, treasurer, members" */
export const describeReaders = (readers: readonly DocumentReader[]): string =>
  [
    'Owner',
    ...documentReaders.filter((one) => readers.includes(one)).map((one) => documentReaderNames[one].toLowerCase()),
  ].join(', ')

/** "Minutes of 2026-02-20", "Document" */
export const describeKind = ({ kind, meetingDay }: Pick<FundDocument, 'kind' | 'meetingDay'>): string =>
  kind === 'MINUTES' ? `Minutes of ${meetingDay}` : 'Document'

/** "1.2 MB", "235 KB": in the units of the limits, of which a megabyte has 1,024 x 1,024 bytes. */
export function describeSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1024 ** 2).toFixed(1).replace(/\.0$/, '')} MB`
}
