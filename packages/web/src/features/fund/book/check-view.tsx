// The findings of the nightly check of the books, and the export of the books as journals for other programs.
import type { FundCheck } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadText } from '../../../ui/download-text.ts'
import { formatDateTime } from '../../../ui/format/date.ts'
import { StatusWords } from './check-words.tsx'
import { useExportJournals, useOwnChecks } from './books-api.ts'
import classes from '../fund.module.css'

export function CheckView({
  accountId,
  accountNumber,
}: {
  readonly accountId: string
  readonly accountNumber: string
}) {
  const checks = useOwnChecks()
  const journals = useExportJournals()
  const check = checks.data?.find((one) => one.accountId === accountId)
  const download = (part: 'books' | 'roi') =>
    journals.mutate(accountId, {
      onSuccess: (files) => downloadText(`${part}-${accountNumber}.journal`, 'text/plain', files[part]),
    })
  return (
    <>
      <section>
        <h3 className={classes['heading']}>Nightly check</h3>
        {checks.isPending ? (
          <Skeleton height={30} />
        ) : check ? (
          <CheckResult check={check} />
        ) : (
          <p className={classes['none']}>
            {checks.isError ? checks.error.message : 'The books are checked for the first time tonight.'}
          </p>
        )}
        <p className={classes['none']}>
          Every night the books are replayed from all records: values add up to the fund value to the cent, percentages
          to 100.00, units to the issued units, results to the account's.
        </p>
      </section>
      <section>
        <h3 className={classes['heading']}>Export for hledger</h3>
        <p className={classes['none']}>
          Plain-text books that an independent program can check: hledger check --strict ordereddates. Holders appear by
          id, never by name.
        </p>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={journals.isPending}
          onClick={() => download('books')}
        >
          books.journal
        </Button>{' '}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={journals.isPending}
          onClick={() => download('roi')}
        >
          roi.journal
        </Button>
      </section>
    </>
  )
}

export function CheckResult({ check }: { readonly check: FundCheck }) {
  return (
    <div className={classes['line']}>
      <StatusWords isHeld={check.isHeld} />
      <span>{check.isHeld ? 'Every rule held.' : check.findings.join(' ')}</span>
      <span className={classes['dimmed']}>{formatDateTime(check.checkedAt)}</span>
    </div>
  )
}
