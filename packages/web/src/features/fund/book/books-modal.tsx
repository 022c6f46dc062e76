// The books of a fund: matching with the broker, expenses, transfers, opening and period close, each in its view.
import type { Account, Approval, FundOverview } from '@clubfolio/contract'
import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { participationKey } from './api.ts'
import { useBooks } from './books-api.ts'
import { CheckView } from './check-view.tsx'
import { DistributionView } from './distribution-view.tsx'
import { DuesView } from './dues-view.tsx'
import { ExpenseView } from './expense-view.tsx'
import { FeeView } from './fee-view.tsx'
import { HistoryView } from './history-view.tsx'
import { MatchView } from './match-view.tsx'
import { RequestView, type ApprovedRequest } from './request-view.tsx'
import { SettingView } from './setting-view.tsx'
import { TransferView } from './transfer-view.tsx'
import classes from '../fund.module.css'
import { accountName } from '../../account/account-label.ts'

const views = [
  { value: 'matching', label: 'Matching' },
  { value: 'expenses', label: 'Expenses' },
  { value: 'transfers', label: 'Transfers' },
  { value: 'distributions', label: 'Distributions' },
  { value: 'dues', label: 'Dues' },
  { value: 'fees', label: 'Fees' },
  { value: 'history', label: 'History' },
  { value: 'requests', label: 'Requests' },
  { value: 'documents', label: 'Documents' },
  { value: 'settings', label: 'Settings' },
  { value: 'check', label: 'Check' },
] as const
export type BooksView = (typeof views)[number]['value']

export interface BooksModalProps {
  readonly account: Pick<Account, 'id' | 'number' | 'isPaper' | 'isReadOnly'>
  readonly overview: FundOverview
  readonly firstView?: BooksView
  /** The part for the documents of the fund. */
  readonly documents: ReactNode
  /** What papers carry of the club, as the first of the settings. */
  readonly club: ReactNode
  /** What waits for a second person. */
  readonly waiting: readonly Approval[]
  /** Opens what waits, in place of the books. */
  readonly onShowWaiting: () => void
  /** Opens the form of the entry that approves a request. */
  readonly onApprove: (approved: ApprovedRequest) => void
  readonly onClose: () => void
}

export function BooksModal({
  account,
  overview,
  firstView = 'matching',
  documents,
  club,
  waiting,
  onShowWaiting,
  onApprove,
  onClose,
}: BooksModalProps) {
  const [view, setView] = useState(firstView)
  const books = useBooks(account.id)
  // More parts than fit side by side.
  const isPhone = usePhone()
  const client = useQueryClient()
  const close = () => {
    // Transfers that the brokerage has made meanwhile change the figures below too.
    void client.invalidateQueries({ queryKey: participationKey })
    onClose()
  }
  const shared = books.data ? { books: books.data, marketDay: overview.marketDay } : undefined
  return (
    <Modal isOpen onClose={close} title="Books" subject={accountName(account)} icon={IconBook2} size="graph">
      {isPhone ? (
        <Select
          aria-label="Part of the books"
          data={[...views]}
          value={view}
          allowDeselect={false}
          onChange={(chosen) => chosen && setView(chosen)}
        />
      ) : (
        <SegmentedControl
          aria-label="Part of the books"
          data={[...views]}
          value={view}
          onChange={(chosen) => setView(chosen)}
          fullWidth
        />
      )}
      <div className={classes['view']}>
        <FailedQuery query={books} title="The books could not be loaded" />
        {!shared ? (
          books.isError ? null : (
            <Skeleton height={280} />
          )
        ) : view === 'matching' ? (
          <MatchView {...shared} />
        ) : view === 'expenses' ? (
          <ExpenseView {...shared} />
        ) : view === 'transfers' ? (
          <TransferView {...shared} />
        ) : view === 'distributions' ? (
          <DistributionView {...shared} />
        ) : view === 'dues' ? (
          <DuesView {...shared} />
        ) : view === 'fees' ? (
          <FeeView
            accountId={account.id}
            marketDay={overview.marketDay}
            waiting={waiting}
            onShowWaiting={onShowWaiting}
          />
        ) : view === 'history' ? (
          <HistoryView accountId={account.id} />
        ) : view === 'requests' ? (
          <RequestView books={shared.books} onApprove={onApprove} />
        ) : view === 'documents' ? (
          documents
        ) : view === 'check' ? (
          <CheckView accountId={account.id} accountNumber={account.number} />
        ) : (
          <SettingView
            {...shared}
            club={club}
            isChargeAsked={waiting.some(({ kind }) => kind === 'FEE_CHARGE')}
            onShowFees={() => setView('fees')}
          />
        )}
      </div>
    </Modal>
  )
}
