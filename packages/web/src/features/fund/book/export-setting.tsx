// Settings: everything of the fund as one file, to keep or to import into another installation.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'
import classes from '../fund.module.css'

export function ExportSetting({ accountId }: { readonly accountId: string }) {
  const exported = useMutation({
    mutationFn: async () => {
      const { content, fileName } = await api.fund.exportFund({ params: { accountId } })
      downloadBlob(content, fileName)
    },
  })
  return (
    <section aria-label="Export">
      <h3 className={classes['heading']}>Export</h3>
      <Button variant="default" loading={exported.isPending} onClick={() => exported.mutate()}>
        Export everything
      </Button>
      <p className={classes['none']}>
        One ZIP with all records, both journals, tables for a spreadsheet, the statements as they were issued,
        documents, announcements and finished votes. To import it into another installation, choose Exported fund there
        under Accounts, Link an account. Users, roles, the second person, bank details, open votes, the logo, the
        schedule of statements and what waits for approval stay here; over there the history names the person who
        imports it, and the tables in the ZIP keep who recorded what. The file names every member: keep it as safe as
        the books.
      </p>
    </section>
  )
}
