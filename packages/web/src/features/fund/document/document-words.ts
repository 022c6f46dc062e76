// Documents of a fund in words.
import { documentReaders, type DocumentReader, type FundDocument } from '@clubfolio/contract'
import { formatBigNumber } from '../../../ui/format/number.ts'

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

/** "1.20MB" */
export const describeSize = (bytes: number): string => `${formatBigNumber(bytes)}B`
